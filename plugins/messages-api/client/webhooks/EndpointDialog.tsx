import { useId, useState } from 'react';
import { Checkbox, Input, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircle12Filled } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, ext, useFieldLabel, useForm, useFormErrors } from '@balcao/sdk/ui';
import { endpointsKey, useOfferedEvents, type EndpointView } from '../data/integrations.ts';
import { ShownOnce } from '../tokens/ShownOnce.tsx';

const useStyles = makeStyles({
  groups: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '12px 16px',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  heading: { display: 'block', marginBottom: '6px' },
  fault: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    marginTop: '6px',
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
  },
  group: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  legend: {
    padding: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  event: { display: 'flex', '@media (max-width: 599px)': { minHeight: '44px' } },
});

/** True if the product runs on this computer: `localhost` may be called in development only. */
const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

function EventChoice({ chosen, onChange }: { chosen: readonly string[]; onChange(events: string[]): void }) {
  const t = useT();
  const styles = useStyles();
  const errors = useFormErrors();
  useFieldLabel('events', t('webhook.events'));
  const id = useId();
  const { data } = useOfferedEvents();
  const groups = Map.groupBy(data?.events ?? [], ({ group }) => group);
  const fault = errors.of('events');
  return (
    <div role="group" aria-labelledby={id} {...(fault ? { 'aria-describedby': `${id}-fault` } : {})}>
      <span id={id} className={styles.heading}>
        {t('webhook.events')}
      </span>
      <div className={styles.groups}>
        {[...groups].map(([group, events]) => (
          <fieldset key={group} className={styles.group}>
            <legend className={styles.legend}>{group}</legend>
            {events.map(({ id: event, label }, index) => (
              <Checkbox
                key={event}
                className={styles.event}
                label={label}
                checked={chosen.includes(event)}
                {...(fault && index === 0 ? { 'aria-invalid': true } : {})}
                onChange={(_, { checked }) =>
                  onChange(checked ? [...chosen, event].toSorted() : chosen.filter((one) => one !== event))
                }
              />
            ))}
          </fieldset>
        ))}
      </div>
      {fault && (
        <span id={`${id}-fault`} className={styles.fault} role="alert">
          <ErrorCircle12Filled aria-hidden="true" />
          {fault}
        </span>
      )}
    </div>
  );
}

/** Events have no order, so they are sorted before they are compared. */
const valuesOf = (endpoint: EndpointView | undefined) => ({
  name: endpoint?.name ?? '',
  url: endpoint?.url ?? '',
  events: endpoint?.events.toSorted() ?? [],
  isActive: endpoint?.isActive ?? true,
});

/** The form of an endpoint: its address and events; a new one shows its secret once. */
export function EndpointDialog({ endpoint, onClose }: { endpoint?: EndpointView; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { data: offered } = useOfferedEvents();
  const form = useForm({
    row: endpoint,
    valuesOf,
    show: (field, value) =>
      field === 'events'
        ? (value as string[]).map((id) => offered?.events.find((event) => event.id === id)?.label ?? id).join(', ')
        : undefined,
  });
  const { values, change } = form;
  const [secret, setSecret] = useState<string>();

  const submit = async (): Promise<void> => {
    const empty = {
      name: values.name.trim() === '',
      url: values.url.trim() === '',
      events: values.events.length === 0,
    };
    const faults = Object.entries(empty).filter(([, isEmpty]) => isEmpty);
    if (faults.length > 0)
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name]) => [name, t('fault.required')])),
      );
    const saved = await (endpoint
      ? api.put<{ secret?: string }>(`/webhooks/${endpoint.id}`, form.body())
      : api.post<{ secret?: string }>('/webhooks', form.body()));
    const refreshed = queries.invalidateQueries({ queryKey: endpointsKey });
    // The secret is shown once: no later request may keep it from the screen.
    if (saved.secret !== undefined) return setSecret(saved.secret);
    await refreshed;
    toasts.success(t('webhook.updated'));
    onClose();
  };
  if (secret !== undefined) {
    return (
      <ShownOnce
        title={t('webhook.created')}
        text={t('webhook.secretText')}
        label={t('webhook.secret')}
        value={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      open
      width={620}
      title={t(endpoint ? 'webhook.editTitle' : 'webhook.add')}
      submitLabel={t(endpoint ? 'webhook.save' : 'webhook.create')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('webhook.name')} name="name" required>
        <Input
          value={values.name}
          autoFocus
          autoComplete="off"
          maxLength={60}
          onChange={(_, { value }) => change({ name: value })}
        />
      </FormRow>
      <FormRow
        label={t('webhook.url')}
        name="url"
        help={isOwnMachine ? `${t('webhook.urlHelp')} ${t('webhook.urlHelpLocal')}` : t('webhook.urlHelp')}
        required
      >
        <Input
          type="url"
          value={values.url}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          onChange={(_, { value }) => change({ url: value })}
        />
      </FormRow>
      <EventChoice chosen={values.events} onChange={(events) => change({ events })} />
      {endpoint && (
        <Switch
          label={t('webhook.active')}
          checked={values.isActive}
          onChange={(_, { checked }) => change({ isActive: checked })}
        />
      )}
    </FormDialog>
  );
}
