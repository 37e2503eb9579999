#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
# The part of ./dev that builds and tests the Python package; read by it.

# A pip that says only what is wrong.
quiet_pip() { "$1" -m pip --quiet --disable-pip-version-check "${@:2}"; }

# python_environment FOLDER WHEEL PACKAGES...: an environment with the wheel and these packages. They stay from one time
# to the next, as long as the list and pyproject.toml do not change.
python_environment() {
  local folder=$1 wheel=$2
  if [[ $(cat "$folder/made-of" 2>/dev/null) != "${*:3} $(sha256sum <pyproject.toml)" ]]; then
    python3 -m venv --clear "$folder"
    # Most modules are never imported: those that are compile themselves.
    quiet_pip "$folder/bin/python" install --no-compile "${@:3}"
    printf '%s %s' "${*:3}" "$(sha256sum <pyproject.toml)" >"$folder/made-of"
  fi
  quiet_pip "$folder/bin/python" install --no-deps --force-reinstall "$wheel"
}

# Builds the Python package as build/wheels/gaptv-*.whl; in CI from the source distribution, as others would.
build_wheel() {
  local builder=build/python-builder source=. wheel_options=(--no-deps -w build/wheels)
  [[ -d $builder ]] || python3 -m venv "$builder"
  rm -rf build/wheels
  if [[ ${CI:-} == true ]]; then
    quiet_pip "$builder/bin/python" install build
    "$builder/bin/python" -m build --sdist --outdir build/wheels . >/dev/null
    source=$(echo build/wheels/gaptv-*.tar.gz)
  else
    wheel_options+=(--config-settings=build-dir=build/python)
  fi
  quiet_pip "$builder/bin/python" wheel "${wheel_options[@]}" "$source"
}

# Runs the tests of the Python package in clean environments: with the newest scikit-learn, and those of its estimators
# with one of two years ago; in CI those of Spark with its version before the newest as well.
python_tests() {
  local program=$PWD/$1 tests=$PWD/python/tests newest=build/python-venv older=build/python-venv-older older_spark=build/python-venv-spark wheel
  say "dev: testing the Python package"
  build_wheel
  wheel=$(echo build/wheels/gaptv-*.whl)
  python_environment "$newest" "$wheel" "${wheel}[all,spark,test]"
  python_environment "$older" "$wheel" 'scikit-learn==1.5.2' pandas pytest
  "$newest/bin/python" -m mypy
  # Away from the sources, so that what was installed is tested.
  (cd "$newest" && SCIPY_ARRAY_API=1 GAPTV_PROGRAM=$program bin/python -m pytest -q -p no:cacheprovider "$tests")
  (cd "$older" && SCIPY_ARRAY_API=1 bin/python -m pytest -q -p no:cacheprovider "$tests/test_estimators.py")
  if [[ ${CI:-} == true ]]; then
    # Without the slow test, which is about what both versions do alike.
    python_environment "$older_spark" "$wheel" 'pyspark==3.5.*' pyarrow pandas pytest setuptools
    (cd "$older_spark" && bin/python -m pytest -q -p no:cacheprovider -m 'not slow' "$tests/test_spark.py")
  fi
}
