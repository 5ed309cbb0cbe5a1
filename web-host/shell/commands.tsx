import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  api,
  appCommand,
  queryClient,
  translate,
  useOptionalSession,
  usePoint,
  useShortcut,
  useT,
  useToasts,
} from '@balcao/sdk/client';
import type { AppCommand, CommandContext, Item } from '@balcao/sdk/client';

/** Creates the context for a command or search source of a plugin. Undefined while nobody is signed in. */
export function useCommandContext(): ((plugin: string) => CommandContext) | undefined {
  const navigate = useNavigate();
  const session = useOptionalSession();
  const toasts = useToasts();
  return useMemo(() => {
    if (!session) return undefined;
    return (plugin) => ({
      navigate,
      session,
      api,
      toasts,
      queryClient,
      t: (key, values) => translate(plugin, key, values),
    });
  }, [navigate, session, toasts]);
}

/** Runs a contributed command; a failure is shown as a message, never thrown into the shell. */
export function useRunCommand(): (command: Item<AppCommand>) => void {
  const contextFor = useCommandContext();
  const toasts = useToasts();
  return (command) => {
    if (!contextFor) return;
    const context = contextFor(command.plugin);
    void Promise.resolve()
      .then(() => command.run(context))
      .catch((error: unknown) => toasts.error(error));
  };
}

/** Registers the shortcuts of contributed commands. */
export function CommandKeys() {
  const commands = usePoint(appCommand);
  return (
    <>
      {commands.map(
        (command) =>
          command.shortcut && (
            <CommandKey key={`${command.plugin}/${command.id}`} command={command} keys={command.shortcut} />
          ),
      )}
    </>
  );
}

function CommandKey({ command, keys }: { command: Item<AppCommand>; keys: string }) {
  const t = useT('shell');
  const run = useRunCommand();
  useShortcut(keys, () => run(command), {
    label: translate(command.plugin, command.label),
    group: t('shortcuts.commands'),
  });
  return null;
}
