import { useShortcut, useT } from '@balcao/sdk/client';
import type { FocusedList, PanelActions } from './panel-context.ts';

/** The keys that act on the conversation of the focused list, as the list of shortcuts shows them. */
export function useRowShortcuts(
  focused: { readonly current: FocusedList | undefined },
  actions: PanelActions,
  mayPeek: boolean,
): void {
  const t = useT();
  const group = t('page.title');
  const row = () => focused.current?.row();
  const act = (does: (target: NonNullable<ReturnType<typeof row>>) => void) => () => {
    const target = row();
    if (target) does(target);
  };
  const when = () => row() !== undefined;
  useShortcut('t', act(actions.assign), { label: t('row.handOverTo'), group, when });
  useShortcut('p', act(actions.peek), { label: t('row.peek'), group, when: () => mayPeek && when() });
  useShortcut('m', () => focused.current?.menu(), { label: t('row.more'), group, when });
}
