"""`python -m ragstrata`."""

from ragstrata.cli import main

if __name__ == "__main__":
    main()
