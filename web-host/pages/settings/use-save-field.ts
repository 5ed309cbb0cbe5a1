import { useCallback, useEffect, useRef, useState } from 'react';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, errorText, useT, useToasts, type SettingValue } from '@balcao/sdk/client';
import type { SettingField } from './fields.ts';
import { useSaveQueue, type Saved } from './save-queue.ts';

const schemaKey = ['settings', 'schema'];

/** An option that somebody else changed while it was being changed here. */
export interface Conflict {
  mine: SettingValue;
  theirs: SettingValue;
}

/** A typed value that could not be saved. */
interface Refused {
  typed: SettingValue;
  /** True if the server was not reached, so that it is sent again when the connection returns. */
  isOffline: boolean;
}
const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_OFFLINE';

interface SaveField {
  /** Key → both values, until the person chooses. */
  meanwhile: Readonly<Record<string, Conflict | undefined>>;
  /** Closes the conflict and keeps the other person's value. */
  acceptTheirs(key: string): void;
  /** Key → the reason why its last change was refused, as text. */
  faults: Readonly<Record<string, string | undefined>>;
  save(field: SettingField, value: SettingValue): void;
  /** Requests a change that takes effect a day later; until then the field shows the present value. */
  request(field: SettingField, value: SettingValue): void;
  /** Cancels a pending change. */
  cancelRequest(field: SettingField): void;
}

/** Saves a setting as soon as it changes: optimistically; what was not saved shows the reason. */
export function useSaveField(onSaved: (saved: Saved) => void): SaveField {
  const t = useT('shell');
  const toasts = useToasts();
  const client = useQueryClient();
  const enqueue = useSaveQueue();
  // A text or number that was not saved stays in its field; the stored value remains the one before it.
  const refused = useRef(new Map<string, Refused>());
  // Values that are being saved, and the number of the request that saves each. A secret is shown nowhere.
  const sending = useRef(new Map<string, { value?: SettingValue; request: number }>());
  // The stored value of each option that has another one in its field, as far as it is known here.
  const stored = useRef(new Map<string, SettingValue>());
  const requests = useRef(0);
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});

  const [meanwhile, setMeanwhile] = useState<Readonly<Record<string, Conflict | undefined>>>({});
  /** Returns true when somebody else was faster; both values are then shown. */
  const showConflict = (key: string, mine: SettingValue, error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.code !== 'ERR_CHANGED_MEANWHILE') return false;
    const { value: theirs } = error.context['row'] as Pick<SettingField, 'value'>;
    stored.current.delete(key);
    show(key, { value: theirs });
    setMeanwhile((all) => ({ ...all, [key]: { mine, theirs } }));
    onSaved({ state: 'idle' });
    return true;
  };
  const acceptTheirs = (key: string): void => setMeanwhile((all) => ({ ...all, [key]: undefined }));

  const show = useCallback(
    (key: string, change: Partial<SettingField>) =>
      client.setQueryData<SettingField[]>(schemaKey, (fields) =>
        fields?.map((field) => (field.key === key ? { ...field, ...change } : field)),
      ),
    [client],
  );

  const send = (field: SettingField, value: SettingValue, isUndo: boolean) => {
    const { key, schema } = field;
    const request = (requests.current += 1);
    sending.current.set(key, { request, ...(!schema.secret && { value }) });
    const isLast = (): boolean => sending.current.get(key)?.request === request;
    if (!stored.current.has(key)) stored.current.set(key, field.value);
    refused.current.delete(key);
    if (!schema.secret) show(key, { value });
    acceptTheirs(key);
    setFaults((all) => ({ ...all, [key]: undefined }));
    onSaved({ state: 'saving' });
    const work = async () => {
      // An earlier value may have been stored, or refused, since this one was chosen.
      const before = stored.current.get(key) ?? field.value;
      const saved = await api.put<Pick<SettingField, 'value' | 'isSet' | 'pending'>>(
        `/settings/${encodeURIComponent(key)}`,
        {
          key,
          value,
          ...(!schema.secret && { known: before }),
        },
      );
      if (isLast()) {
        sending.current.delete(key);
        stored.current.delete(key);
        show(key, { pending: undefined, ...saved });
      } else stored.current.set(key, saved.value);
      // The former value of a secret is unknown here, so it cannot be restored.
      const undo = isUndo || schema.secret ? {} : { undo: () => send({ ...field, value }, before, true) };
      onSaved(isUndo ? { state: 'undone', at: new Date() } : { state: 'saved', at: new Date(), ...undo });
    };
    enqueue(work).catch((error: unknown) => {
      // A value that was chosen since then is sent, and reports by itself.
      if (!isLast()) return;
      sending.current.delete(key);
      if (showConflict(key, value, error)) return;
      const fault = error instanceof ApiError ? (error.fields?.['value'] ?? error.fields?.[key]) : undefined;
      // Typed values stay, to be corrected or sent again; everything else goes back to the stored value.
      const isTyped = typeof value !== 'boolean' && schema.enum === undefined;
      // A secret stays in its field alone, and is not sent again by itself: nobody could see what it replaces.
      if (isTyped && !schema.secret) refused.current.set(key, { typed: value, isOffline: isOffline(error) });
      else {
        if (!schema.secret) show(key, { value: stored.current.get(key) ?? field.value });
        stored.current.delete(key);
      }
      onSaved({ state: 'idle' });
      if (fault || isTyped) setFaults((all) => ({ ...all, [key]: errorText(fault ?? error, t) }));
      else toasts.error(error);
    });
  };

  // A refetch, for example when the connection returns, does not replace what is not saved yet.
  const onFetched = useRef<() => void>(() => undefined);
  onFetched.current = () => {
    for (const [key, { value }] of sending.current) if (value !== undefined) show(key, { value });
    for (const [key, { typed, isOffline: isMissed }] of refused.current) {
      const field = client.getQueryData<SettingField[]>(schemaKey)?.find((one) => one.key === key);
      show(key, { value: typed });
      if (field && isMissed) send({ ...field, value: typed }, typed, false);
    }
  };
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
        if (hashKey(event.query.queryKey) === hashKey(schemaKey)) onFetched.current();
      }),
    [client],
  );

  const change = (key: string, work: () => Promise<Partial<SettingField>>, done: Saved, mine?: SettingValue): void => {
    acceptTheirs(key);
    setFaults((all) => ({ ...all, [key]: undefined }));
    onSaved({ state: 'saving' });
    enqueue(async () => {
      show(key, { pending: undefined, ...(await work()) });
      onSaved(done);
    }).catch((error: unknown) => {
      if (mine !== undefined && showConflict(key, mine, error)) return;
      onSaved({ state: 'idle' });
      const fault = error instanceof ApiError ? (error.fields?.['value'] ?? error.fields?.[key]) : undefined;
      if (fault) setFaults((all) => ({ ...all, [key]: errorText(fault, t) }));
      else toasts.error(error);
    });
  };
  const pathOf = (key: string): string => `/settings/${encodeURIComponent(key)}`;

  return {
    faults,
    meanwhile,
    acceptTheirs,
    save: (field, value) => send(field, value, false),
    request: ({ key, value: known }, value) =>
      change(
        key,
        () => api.put<Partial<SettingField>>(pathOf(key), { key, value, known }),
        { state: 'saved', at: new Date() },
        value,
      ),
    cancelRequest: ({ key }) =>
      change(key, () => api.delete<Partial<SettingField>>(`${pathOf(key)}/pending`), {
        state: 'undone',
        at: new Date(),
      }),
  };
}
