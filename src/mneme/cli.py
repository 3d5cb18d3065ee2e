"""The `mneme` command: a list of subcommands, each imported only when it is called."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

USAGE = 2
INTERRUPTED = 130

COMMANDS = {
    "play": "Play a game at this terminal, with bots in the empty seats.",
    "serve": "Keep tables that people play at from anywhere.",
    "selfplay": "Let the bots play whole games by themselves.",
    "replay": "Go through a recorded game again, answer by answer.",
    "verify": "Check every roll and draw of a recorded game.",
    "referee": "Read dice and cards for people who play with real ones.",
    "rules": "Show a game's rules, and where each is kept and tested.",
}


class Subcommands(click.Group):
    """The subcommands of the table above, from `mneme.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"mneme.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            known = ", ".join(COMMANDS)
            raise click.UsageError(f"There is no command called {args[0]}; the commands are {known}.", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # The inherited method would import every subcommand to ask for its help.
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Subcommands, invoke_without_command=True)
@click.version_option(package_name="mneme-table", message="mneme %(version)s")
@click.pass_context
def mneme(context: click.Context) -> None:
    """A table for story games of memory and identity."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status. What goes wrong is said in one sentence."""
    try:
        status = mneme.main(args=arguments, prog_name="mneme", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as question:
        click.echo(question.format_message(), err=True)
        return USAGE
    except click.ClickException as error:
        return _refuse(error.format_message())
    except click.Abort as abort:
        # Click reports both Ctrl-C and the end of the input this way.
        if isinstance(abort.__cause__, EOFError):
            return _refuse("The input ended before the command was done.")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone. Python flushes once more as it ends, and must find something to write to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except _our_errors() as error:
        return _refuse(str(error))
    return status if isinstance(status, int) else 0


def _our_errors() -> type[Exception]:
    """Name our own errors. Python asks only when something was raised, so a quick command loads no engine."""
    from mneme.engine.errors import MnemeError

    return MnemeError


def _refuse(sentence: str) -> int:
    click.echo(f"mneme: {' '.join(sentence.split())}", err=True)
    return USAGE
