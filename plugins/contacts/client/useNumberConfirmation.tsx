import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';

/** Error codes that a person may override: a channel could not find the number. */
const overridable = new Set(['ERR_CHECK_NUMBER', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT']);

export interface NumberConfirmation {
  /** The question, rendered in the form; answering it sends the form again. */
  question: ReactNode;
  /** Sends the form; `force` is true after the person confirmed the number. */
  send<T>(work: (force: boolean) => Promise<T>): Promise<T>;
}

/** Lets a person save a number that no channel knows, after a confirmation. */
export function useNumberConfirmation(): NumberConfirmation {
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const force = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const confirm = (): void => {
    force.current = true;
    container.current?.closest('form')?.requestSubmit();
  };
  return {
    question: (
      <div ref={container} hidden={!isOpen}>
        {isOpen && (
          <Bar
            tone="warn"
            alert
            action={
              <Button size="small" onClick={confirm}>
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
      setOpen(false);
      try {
        return await work(force.current);
      } catch (error) {
        if (error instanceof ApiError && overridable.has(error.code)) setOpen(true);
        throw error;
      } finally {
        force.current = false;
      }
    },
  };
}
