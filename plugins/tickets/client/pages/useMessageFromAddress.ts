import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The message of the conversation `uuid` named by the address, `?message=12`, until it is handled. It is removed from
 * the address at once, because it is an instruction and no state.
 */
export function useMessageFromAddress(uuid: string | undefined) {
  const [address, setAddress] = useSearchParams();
  const [target, setTarget] = useState<{ uuid: string | undefined; messageId: number }>();
  const wanted = Number(address.get('message'));
  useEffect(() => {
    if (!uuid || !Number.isSafeInteger(wanted) || wanted <= 0) return;
    setTarget({ uuid, messageId: wanted });
    setAddress(
      (known) => {
        const next = new URLSearchParams(known);
        next.delete('message');
        return next;
      },
      { replace: true },
    );
  }, [setAddress, uuid, wanted]);
  const take = useCallback(() => setTarget(undefined), []);
  return [target?.uuid === uuid ? target?.messageId : undefined, take] as const;
}
