import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { staysAtList } from '../pages/screen.ts';

/** True when the column shows messages instead of tickets, by the address: `?q=processo&in=messages`. */
export function useMessagesView(): { isOn: boolean; show(on: boolean): void } {
  const [address, setAddress] = useSearchParams();
  const show = useCallback(
    (on: boolean) =>
      setAddress(
        (known) => {
          const next = new URLSearchParams(known);
          if (on) next.set('in', 'messages');
          else next.delete('in');
          return next;
        },
        { replace: true, state: staysAtList },
      ),
    [setAddress],
  );
  return { isOn: address.get('in') === 'messages', show };
}
