import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';

/** Refusals that a person may overrule: a channel could not find the number. */
const overruled = new Set(['ERR_CHECK_NUMBER', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT']);

export interface Insisting {
  /** Stands in the form: asks, and sends the form again. */
  question: ReactNode;
  /** Sends; `force` is true where the person insisted. */
  send<T>(work: (force: boolean) => Promise<T>): Promise<T>;
}

/** A number that no channel knows is kept when the person says so. */
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
