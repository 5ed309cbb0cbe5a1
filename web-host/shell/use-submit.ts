import { useRef, useState, type FormEvent } from 'react';
import { ApiError, errorText, useT, useToasts } from '@balcao/sdk/client';

export interface FieldFault {
  validationState?: 'error';
  validationMessage?: string;
}

export interface Submit {
  busy: boolean;
  /** Props for a `Field`: its error, from the form's own check or the server. */
  fault(name: string): FieldFault;
  /** Marks fields with errors of the form's own check; returns whether there are any. */
  refuse(faults: Readonly<Record<string, string | undefined>>): boolean;
  submit(event: FormEvent): void;
}

/**
 * Submits a form, one submission at a time. Errors of fields are shown at the fields, others go to `onFailure` or a
 * toast; the typed values stay.
 */
export function useSubmit(send: () => Promise<void>, onFailure?: (error: unknown) => void): Submit {
  const t = useT('shell');
  const toasts = useToasts();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});

  const run = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFaults({});
    try {
      await send();
    } catch (error) {
      if (error instanceof ApiError && error.fields && Object.keys(error.fields).length > 0) {
        setFaults(Object.fromEntries(Object.entries(error.fields).map(([name, code]) => [name, errorText(code, t)])));
      } else if (!(error instanceof FormRefused)) {
        if (onFailure) onFailure(error);
        else toasts.error(error);
      }
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    fault: (name) => {
      const text = faults[name];
      return text ? { validationState: 'error', validationMessage: text } : {};
    },
    refuse: (found) => {
      setFaults(found);
      return Object.values(found).some((text) => text !== undefined);
    },
    submit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      const form = event.currentTarget as HTMLFormElement;
      void run().then(() => {
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      });
    },
  };
}

/** Thrown by a form's own check after `refuse`: nothing was sent, the errors are shown at the fields. */
export class FormRefused extends Error {}
