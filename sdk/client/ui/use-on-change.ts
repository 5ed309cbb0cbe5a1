import { useEffect, useRef } from 'react';

/**
 * Runs a function after `value` changed. An effect of its own would also run when a page that was hidden behind the
 * login is shown again, and overwrite what was typed there.
 */
export function useOnChange(value: unknown, run: () => void): void {
  const before = useRef(value);
  useEffect(() => {
    if (Object.is(before.current, value)) return;
    before.current = value;
    run();
  });
}
