import { useCallback, useState } from 'react';
import type { TicketView } from '../../contract.ts';

/** Which row the keys act on. It is remembered by ticket, so it stays on it while rows move. */
export function useRovingRow(rows: readonly TicketView[], openUuid: string | undefined, show: (index: number) => void) {
  const [chosen, setChosen] = useState<string>();
  const activeUuid = chosen ?? openUuid;
  const index = rows.findIndex((row) => row.uuid === activeUuid);

  const moveTo = useCallback(
    (target: number): void => {
      const bounded = Math.max(0, Math.min(rows.length - 1, target));
      const row = rows[bounded];
      if (!row) return;
      setChosen(row.uuid);
      show(bounded);
    },
    [rows, show],
  );
  const moveBy = useCallback(
    (step: number): void => moveTo(index < 0 ? (step > 0 ? 0 : rows.length - 1) : index + step),
    [index, moveTo, rows.length],
  );
  return { active: rows[index], index, moveTo, moveBy, choose: setChosen };
}
