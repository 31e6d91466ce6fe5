"""`python -m coldsteel`: the command line."""

from coldsteel.cli import main

if __name__ == "__main__":
    main()
