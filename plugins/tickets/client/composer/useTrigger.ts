import { useCallback, useEffect, useState } from 'react';
import { usePoint } from '@balcao/sdk/client';
import { composerTriggerPoint } from '../parts.ts';

/** The list of a plugin that opens when a message begins with its character, until it is closed for this message. */
export function useTrigger(text: string) {
  const [closed, setClosed] = useState<string>();
  const triggers = usePoint(composerTriggerPoint);
  const trigger = triggers.find((item) => text.startsWith(item.character) && closed !== item.character);
  useEffect(() => {
    if (closed && !text.startsWith(closed)) setClosed(undefined);
  }, [closed, text]);
  const opens = useCallback((character: string) => triggers.some((item) => item.character === character), [triggers]);
  const close = (): void => setClosed(trigger?.character);
  return { trigger, opens, close };
}
export type Trigger = ReturnType<typeof useTrigger>['trigger'];
