import { useCallback, useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../contract.ts';

/** The row that keys act on. It is remembered by ticket, so it stays the same while rows move. */
export function useRovingRow(rows: readonly TicketView[], openUuid: string | undefined, show: (index: number) => void) {
  const [chosen, setChosen] = useState<string>();
  const activeUuid = chosen ?? openUuid;
  const index = rows.findIndex((row) => row.uuid === activeUuid);
  // Its position before it left the list: navigation continues from there, and no action hits the row that took its
  // position.
  const place = useRef(-1);
  useEffect(() => {
    if (index >= 0) place.current = index;
  }, [index]);

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
    (step: number): void => {
      if (index >= 0) return moveTo(index + step);
      if (place.current >= 0) return moveTo(step > 0 ? place.current : place.current - 1);
      moveTo(step > 0 ? 0 : rows.length - 1);
    },
    [index, moveTo, rows.length],
  );
  return { active: rows[index], index, moveTo, moveBy, choose: setChosen };
}
