// Returns what is wrong with the texts of a page: too small, too pale, outside, or one over the other.
(() => {
  const problems = [];
  const svg = document.documentElement.tagName === 'svg';
  const root = document.documentElement;
  const width = svg ? root.viewBox.baseVal.width : innerWidth;
  if (!svg && root.scrollWidth > innerWidth) problems.push(`the page is ${root.scrollWidth} wide`);
  const channels = color => color.match(/[\d.]+/g).map(Number);
  const luminance = color => {
    const [r, g, b] = channels(color).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = element => {
    if (svg) return getComputedStyle(root.querySelector('.paper')).fill;
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (channels(color)[3] !== 0) return color;
    }
    return 'rgb(255,255,255)';
  };
  const boxes = [];
  const texts = document.createTreeWalker(svg ? root : document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode, element = node.parentElement;
    if (!node.data.trim() || /^(title|desc|style)$/.test(element.tagName)) continue;
    // What is folded is not shown.
    if (!element.checkVisibility({ contentVisibilityAuto: true })) continue;
    count++;
    const style = getComputedStyle(element);
    const say = what => problems.push(`${what}: ${node.data.trim().slice(0, 60)}`);
    if (parseFloat(style.fontSize) < (svg ? 11 : 12)) say(`${style.fontSize} is too small`);
    const [a, b] = [luminance(svg ? style.fill : style.color), luminance(background(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) say(`a contrast of ${contrast.toFixed(2)} is too low`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.left < 0 || box.right > width + 0.5) say('outside of the page');
      boxes.push([box, node]);
    }
  }
  // A line box is higher than its letters: texts overlap if their middles do.
  boxes.sort((a, b) => a[0].top - b[0].top);
  for (let i = 0; i < boxes.length; i++) {
    const [a, node] = boxes[i];
    for (let j = i + 1; j < boxes.length && boxes[j][0].top < a.bottom - a.height / 4; j++) {
      const [b, other] = boxes[j];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      if (node !== other && across > 1.5) {
        problems.push(`over each other: ${node.data.slice(0, 40)} and ${other.data.slice(0, 40)}`);
      }
    }
  }
  if (count < 5) problems.push(`${count} texts`);
  return problems;
})()
