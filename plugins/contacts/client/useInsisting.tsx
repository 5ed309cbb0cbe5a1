import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';

/** Error codes that a person may override: a channel could not find the number. */
const overruled = new Set(['ERR_CHECK_NUMBER', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT']);

export interface Insisting {
  /** The question, rendered in the form; answering it sends the form again. */
  question: ReactNode;
  /** Sends the form; `force` is true after the person confirmed the number. */
  send<T>(work: (force: boolean) => Promise<T>): Promise<T>;
}

/** Lets a person save a number that no channel knows, after a confirmation. */
export function useInsisting(): Insisting {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const force = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const insist = (): void => {
    force.current = true;
    place.current?.closest('form')?.requestSubmit();
  };
  return {
    question: (
      <div ref={place} hidden={!isAsked}>
        {isAsked && (
          <Bar
            tone="warn"
            alert
            action={
              <Button size="small" onClick={insist}>
                {t('force.confirm')}
              </Button>
            }
          >
            {t('force.question')}
          </Bar>
        )}
      </div>
    ),
    send: async (work) => {
      setAsked(false);
      try {
        return await work(force.current);
      } catch (error) {
        if (error instanceof ApiError && overruled.has(error.code)) setAsked(true);
        throw error;
      } finally {
        force.current = false;
      }
    },
  };
}
