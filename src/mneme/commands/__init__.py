"""One module for each subcommand of `mneme`, each with its `command`; imported only when it is called."""
