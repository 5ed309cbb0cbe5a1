import { useCallback, useRef, type KeyboardEvent } from 'react';
import type { ComposerPartProps } from '../../contract.ts';

/** Lets buttons of the composer handle keys of the field, the one that came last first. */
export function useFieldKeys() {
  const handlers = useRef<Parameters<ComposerPartProps['onKey']>[0][]>([]);
  const onKey: ComposerPartProps['onKey'] = useCallback((handle) => {
    handlers.current = [handle, ...handlers.current];
    return () => {
      handlers.current = handlers.current.filter((one) => one !== handle);
    };
  }, []);
  const isHandled = useCallback(
    ({ nativeEvent, defaultPrevented }: KeyboardEvent): boolean =>
      !defaultPrevented && !nativeEvent.isComposing && handlers.current.some((handle) => handle(nativeEvent)),
    [],
  );
  return { onKey, isHandled };
}
