import { init } from './url1738.js';

export const { parse, plan, normalize, repair, repairScheme, lints, find, explainSvg, readings, build, edit, join } = await init();
