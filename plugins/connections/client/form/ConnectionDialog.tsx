import { useEffect, useRef, useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, Contributed, translate, usePoint, useSession, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, Tabs, useForm } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';
import type { ConnectionRow } from '../connection-row.ts';
import { channelName, connectionSections, type ChannelItem } from '../parts.ts';
import { useChannelTraits, type ChannelTraits } from '../useChannelTraits.ts';
import { refetchConnections } from '../useConnections.ts';
import { ChatbotTab } from './ChatbotTab.tsx';
import { bodyOf, connectionFaults, tabOf, valuesOf, type Tab } from './connection-form.ts';
import { GeneralTab } from './GeneralTab.tsx';
import { IntegrationsTab } from './IntegrationsTab.tsx';
import { MessagesTab } from './MessagesTab.tsx';
import { useQueues } from './QueueFields.tsx';
import { RatingTab } from './RatingTab.tsx';
import { SchedulesTab } from './SchedulesTab.tsx';
import { saveConnection } from './save-connection.ts';

export interface ConnectionDialogProps {
  /** The connection to edit, or the channel of a new one. */
  connection?: ConnectionRow | undefined;
  channel: ChannelItem | undefined;
  /** The connection’s company, where a super user manages another company. */
  companyId?: number;
  onAdded(connection: ConnectionRow): void;
  onClose(): void;
}

/** The form of a connection: its name, queues, automatic messages and rules. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { data: queues } = useQueues(props.companyId);
  const { traits, isKnown } = useChannelTraits(props.connection, props.channel?.id);
  // The form is mounted once the queues and the channel’s traits are loaded.
  return queues && isKnown ? <Form {...props} queues={queues} traits={traits} /> : null;
}

const useStyles = makeStyles({
  tabs: {
    position: 'sticky',
    top: '-8px',
    zIndex: 1,
    margin: '-8px -20px 0',
    padding: '0 12px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tab: { display: 'flex', flexDirection: 'column', gap: '16px', minHeight: 'min(560px, 60dvh)' },
});

function Form(props: ConnectionDialogProps & { queues: readonly Queue[]; traits: ChannelTraits | undefined }) {
  const { traits, connection, channel, companyId, queues, onAdded, onClose } = props;
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { setting } = useSession();
  const sections = usePoint(connectionSections);
  const [tab, setTab] = useState<string>('general');
  /** The id of a new connection that was stored before its file was refused. */
  const storedId = useRef(connection?.id);
  const panel = useRef<HTMLDivElement>(null);
  // A dialog focuses its first focusable element, which is a tab; the first field is more useful.
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  const nameOf = (id: unknown): string => queues.find((queue) => queue.id === id)?.name ?? t('form.otherQueue');
  const form = useForm({
    row: connection,
    valuesOf: (row) => valuesOf(row, queues.length === 1 ? queues[0]?.id : undefined),
    bodyOf,
    show: (field, value) =>
      Array.isArray(value) && field === 'queueIds'
        ? value.map(nameOf).join(', ')
        : (field === 'keyWordQueueId' || field === 'sendIdQueue') && value !== null
          ? nameOf(value)
          : undefined,
  });
  const { values, change, added } = form;
  const options = (added['options'] ?? connection?.options ?? {}) as Readonly<Record<string, unknown>>;

  // Another company’s kind of schedules is not known here: its own people set them.
  const byConnection = companyId === undefined && setting('scheduleType') === 'connection';
  const own = sections.filter((item) => item.tab === 'own');
  const tabs: Tab[] = [
    'general',
    'integrations',
    'messages',
    'chatbot',
    'nps',
    ...(byConnection ? (['schedules'] as const) : []),
  ];

  /** Shows the tab with the faulty field. */
  const showFault = (error: unknown): void => {
    const faults = error instanceof ApiError ? Object.keys(error.fields ?? {}) : [];
    const at = faults.some((name) => name.startsWith('options.')) ? 'general' : tabOf(faults);
    if (at) setTab(at);
  };
  const submit = async (): Promise<void> => {
    try {
      const faults = Object.entries(connectionFaults(values, connection));
      if (faults.length > 0)
        throw new ApiError(
          400,
          'ERR_VALIDATION',
          Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
        );
      const of = storedId.current === undefined ? { channel: channel?.id ?? '' } : { id: storedId.current };
      const saved = await saveConnection(form.body(), values.media, of, (id) => (storedId.current = id));
      await refetchConnections(queries);
      toasts.success(t('form.saved'));
      if (connection?.status === 'CONNECTED' && saved.status !== 'CONNECTED') toasts.warning(t('form.sessionDeleted'));
      onClose();
      if (!connection) onAdded(saved);
    } catch (error) {
      showFault(error);
      throw error;
    }
  };

  const common = { values, change };
  const shown = sections.filter((item) => (item.tab ?? 'general') === tab || (item.tab === 'own' && item.id === tab));
  return (
    <FormDialog
      open
      width={720}
      title={t(connection ? 'form.edit' : 'form.add')}
      {...(channel ? { subtitle: channelName(channel) } : {})}
      submitLabel={t(connection ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      <div className={styles.tabs}>
        <Tabs<string>
          label={t('form.tabs')}
          value={tab}
          onChange={setTab}
          options={[
            ...tabs.map((value) => ({ value, label: t(`tab.${value}`) })),
            ...own.map((item) => ({ value: item.id, label: translate(item.plugin, item.label) })),
          ]}
        />
      </div>
      <div key={tab} ref={panel} className={styles.tab} role="tabpanel" aria-label={t('form.tabs')}>
        {tab === 'general' && <GeneralTab {...common} connection={connection} traits={traits} queues={queues} />}
        {tab === 'general' && channel?.fields && (
          <div role="group" aria-label={channelName(channel)}>
            <Contributed item={channel}>
              <channel.fields
                connection={connection}
                values={options}
                setValue={(field, value) =>
                  form.add('options', { ...options, [field]: value }, connection?.options ?? undefined)
                }
              />
            </Contributed>
          </div>
        )}
        {tab === 'integrations' && <IntegrationsTab {...common} connection={connection} companyId={companyId} />}
        {tab === 'messages' && <MessagesTab {...common} connection={connection} />}
        {tab === 'chatbot' && <ChatbotTab {...common} queues={queues} />}
        {tab === 'nps' && <RatingTab {...common} />}
        {tab === 'schedules' && <SchedulesTab {...common} />}
        {shown.map((item) => (
          <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
            <Contributed item={item}>
              <item.component connection={connection} values={added} setValue={form.add} />
            </Contributed>
          </div>
        ))}
      </div>
    </FormDialog>
  );
}
