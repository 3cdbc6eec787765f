"""The examples in the docs of every public object, and of the pages."""

import doctest
import inspect

import pytest

import url1738


def public():
    for name in url1738.__all__:
        found = getattr(url1738, name)
        if not isinstance(found, str):
            yield f"url1738.{name}", found
    for name in url1738.arrow.__all__ if hasattr(url1738, "arrow") else []:
        yield f"url1738.arrow.{name}", getattr(url1738.arrow, name)


def examples(name, text):
    return doctest.DocTestParser().get_doctest(text, {}, name, name, 0)


def run(test):
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test)
    assert results.failed == 0


@pytest.mark.parametrize(("name", "found"), list(public()), ids=lambda it: it if isinstance(it, str) else "")
def test_every_public_object_has_an_example_that_runs(name, found):
    test = examples(name, found.__doc__)
    assert test.examples, f"{name} has no example"
    run(test)
    for attribute, member in inspect.getmembers(found) if inspect.isclass(found) else []:
        if not attribute.startswith("_") and member.__doc__ and ">>>" in member.__doc__:
            run(examples(f"{name}.{attribute}", member.__doc__))


def test_the_package_has_an_example_that_runs():
    run(examples("url1738", url1738.__doc__))


def test_public_attributes_have_docs():
    for name, found in public():
        for attribute, member in inspect.getmembers(found) if inspect.isclass(found) else []:
            if attribute.startswith("_") or (issubclass(found, Exception) and hasattr(ValueError, attribute)):
                continue
            assert member.__doc__, f"{name}.{attribute}"
