# Everything runs in virtual environments of this folder; `make help` lists it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -q
ON_ALL_CORES := -n auto
BENCHMARKS := $(filter-out benchmarks/commits.py benchmarks/common.py benchmarks/page.py benchmarks/spark.py benchmarks/worst.py,$(wildcard benchmarks/*.py))
MINUTES ?= 20
LONG := slow or browser or spark or torch or extra
export HF_UPDATE_DOWNLOAD_COUNTS := 0

.DEFAULT_GOAL := help
.PHONY: help demo test quick test-all screenshots lint bench bench-all soak fuzz mutants docs versions clean

help: ## Show what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/demo ## Score the example summaries and print a table
	@$(BIN)/python examples/demo.py

test: $(VENV)/test ## Run the tests that need only Python packages
	$(PYTEST) $(ON_ALL_CORES) -m "not ($(LONG))"

quick: $(VENV)/test ## Run what takes seconds: no fresh processes, few examples of each property
	HYPOTHESIS_PROFILE=quick $(PYTEST) $(ON_ALL_CORES) -m "not ($(LONG) or fresh or real)"

test-all: $(VENV)/all ## Run the remaining tests: slow ones, the page, a browser, Spark, PyTorch
	$(PYTEST) $(ON_ALL_CORES) --dist loadfile -m "$(LONG)"

screenshots: $(VENV)/all ## Photograph every tab of the page into build/screenshots
	@$(BIN)/python tests/screenshots.py build/screenshots

lint: $(VENV)/lint ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=$(VENV)/named $(BIN)/mypy -p evaluate_rouge

bench: $(VENV)/bench ## Measure speed against compiled packages and rouge_score; takes some minutes
	$(BIN)/python benchmarks/speed.py

bench-all: $(VENV)/bench ## Measure the other parts as well, and draw how the cost grows
	@for script in $(BENCHMARKS); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

soak: $(VENV)/test ## Compare with rouge_score for MINUTES (20) while things go wrong
	$(BIN)/python tests/soak.py --minutes $(MINUTES)

FUZZ = ../bin/python ../../tests/fuzz.py
FUZZED := -max_len=600 -len_control=0 -max_total_time=$$(($(MINUTES) * 12))
CHECKED := boundscheck=True,wraparound=True,initializedcheck=True

fuzz: $(VENV)/all $(VENV)/kernels ## Let texts grow towards new code for MINUTES (20), in five parts
	mkdir -p $(VENV)/fuzz/bounds $(VENV)/fuzz/address
	cp kernels/*.p[yx]* $(VENV)/fuzz/bounds
	cp kernels/*.p[yx]* $(VENV)/fuzz/address
	cd $(VENV)/fuzz/bounds && ../../bin/cythonize -q -i -X $(CHECKED) counts.pyx
	cd $(VENV)/fuzz/address && CFLAGS="-fsanitize=address -g -O1" ../../bin/cythonize -q -i counts.pyx
	cd $(VENV)/fuzz && $(FUZZ) tokens $(FUZZED)
	cd $(VENV)/fuzz && $(FUZZ) engine $(FUZZED)
	cd $(VENV)/fuzz && $(FUZZ) kernels $(FUZZED)
	cd $(VENV)/fuzz && KERNELS=$$(echo bounds/*.so) $(FUZZ) kernels $(FUZZED)
	cd $(VENV)/fuzz && KERNELS=$$(echo address/*.so) ASAN_OPTIONS=detect_leaks=0 \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
		$(FUZZ) kernels --random $$(($(MINUTES) * 12))

docs: $(VENV)/docs ## Build the documentation as a site into build/site, without a warning
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

mutants: $(VENV)/kernels ## Change the engine here and there for MINUTES (20): do its tests notice?
	$(BIN)/python tools/mutants.py --minutes $(MINUTES)

versions: ## Test with the oldest and the newest versions supported; prints docs/versions.md's table
	$(PYTHON) tools/versions.py

clean: ## Remove the environment and what the tools left
	rm -rf $(VENV) .venv-versions build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis

# --- environments: each is a stamp file, made again when what it was made from changes ---

$(VENV)/made:
	@echo "making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/demo: pyproject.toml | $(VENV)/made
	@echo "installing what the metric needs (once)"
	@$(PIP) '.[metric,sentences]'
	@touch $@

$(VENV)/test: pyproject.toml | $(VENV)/made
	@echo "installing the package and what its tests need (once)"
	@$(PIP) -e '.[test]'
	@touch $@

$(VENV)/kernels: $(VENV)/test
	@echo "installing what builds the extension (once)"
	@$(PIP) -e '.[kernels]'
	@touch $@

$(VENV)/docs: pyproject.toml | $(VENV)/made
	@echo "installing what builds the documentation (once)"
	@$(PIP) -e '.[docs]'
	@touch $@

$(VENV)/bench: $(VENV)/test
	@echo "installing what draws figures (once)"
	@$(PIP) -e '.[bench]'
	@touch $@

$(VENV)/lint: pyproject.toml | $(VENV)/made
	@echo "installing ruff and mypy (once)"
	@$(PIP) -e '.[lint]'
	@mkdir -p $(VENV)/named && ln -sfn ../.. $(VENV)/named/evaluate_rouge
	@touch $@

# PyTorch first and by its version: a range would bring the build for GPUs.
$(VENV)/all: $(VENV)/test
	@echo "installing what the long tests need: chromium, Java, PyTorch, Spark, Gradio (once)"
	@.ci/system-packages
	@$(PIP) torch==2.13.0
	@$(PIP) -e '.[test-all]'
	@touch $@
