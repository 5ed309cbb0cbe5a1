import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError, useT } from '@balcao/sdk/client';

/** Refusals that a person may overrule: the channel could not find the number. */
const overruled = new Set(['ERR_CHECK_NUMBER', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT']);

/** A number that no channel knows is kept when the person says so. */
export function useForcedSave(): { force: boolean; question: ReactNode; watch<T>(work: () => Promise<T>): Promise<T> } {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const [force, setForce] = useState(false);
  return {
    force,
    question: isAsked && (
      <Checkbox label={t('contact.force')} checked={force} onChange={(_, data) => setForce(data.checked === true)} />
    ),
    watch: async (work) => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ApiError && overruled.has(error.code)) setAsked(true);
        throw error;
      }
    },
  };
}
