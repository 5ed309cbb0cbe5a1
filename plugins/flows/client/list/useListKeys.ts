import { useShortcut, useT } from '@balcao/sdk/client';

const rowsShown = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement.dataset['row'] !== undefined
    ? document.activeElement
    : undefined;

interface ListKeys {
  onNew(): void;
  /** `index`: of the focused row. */
  onEdit(index: number): void;
  onDelete(index: number): void;
}

/** Keys of the list: j and k walk through the rows, e edits, Delete deletes the focused one, n begins a new one. */
export const useListKeys = ({ onNew, onEdit, onDelete }: ListKeys): void => {
  const t = useT();
  const group = t('list.title');
  const walk = (step: 1 | -1) => {
    const rows = rowsShown();
    const at = focused();
    const next = at ? rows.indexOf(at) + step : 0;
    rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus();
  };
  const onFocused = (act: (index: number) => void) => () => {
    const row = focused();
    if (row) act(Number(row.dataset['row']));
  };
  const when = () => focused() !== undefined;
  useShortcut('n', onNew, { label: t('list.new'), group });
  useShortcut('j', () => walk(1), { label: t('list.next'), group });
  useShortcut('k', () => walk(-1), { label: t('list.previous'), group });
  useShortcut('e', onFocused(onEdit), { label: t('list.editKey'), group, when });
  useShortcut('delete', onFocused(onDelete), { label: t('list.deleteKey'), group, when });
};
