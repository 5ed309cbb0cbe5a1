import { useState } from 'react';
import {
  Checkbox,
  Dropdown,
  makeStyles,
  Option,
  Radio,
  RadioGroup,
  Switch,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, Exposed, useSession, useT, useToasts } from '@balcao/sdk/client';
import { Bar, DateField, FileField, FormDialog, FormRow } from '@balcao/sdk/ui';
import { templateRows } from '@balcao/connections/contract';
import type { ChosenContact } from '@balcao/contacts/contract';
import type { ScheduleView, SeriesPart } from '../../contract.ts';
import { occurrences, readRule, ruleText, type Recurrence } from '../../recurrence.ts';
import { ContactField } from '../ContactField.tsx';
import { momentOf, soon, localText } from '../local-text.ts';
import { MessagePreview } from './MessagePreview.tsx';
import { RepeatFields, usualRecurrence } from './RepeatFields.tsx';
import { useConnections, useOptedOut, useTemplates } from './useConnections.ts';
import { withName } from './with-name.ts';

const useStyles = makeStyles({
  panes: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 300px',
    gap: '20px',
    alignItems: 'start',
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  form: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '8px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
});

export interface MessageDialogProps {
  /** The message to change; absent: a new one. */
  message?: ScheduleView;
  contact?: ChosenContact | null;
  ticketId?: number;
  whatsappId?: number | null;
  /** `2026-11-26T09:30`, in the company's zone. */
  at?: string;
  onClose(): void;
}

const shownOccurrences = 5;
const maxCounted = 1000;

/** Schedules a message to a contact, or changes one that has not left. */
export default function MessageDialog({
  message,
  contact: given = null,
  ticketId,
  whatsappId = null,
  at,
  onClose,
}: MessageDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const zone = useSession().company.timeZone;
  const connections = useConnections();
  const began = message ? Date.parse(message.sendAt) : Math.max(soon(60), (at && momentOf(at, zone)?.getTime()) || 0);
  const [contact, setContact] = useState<ChosenContact | null>(message?.contact ?? given);
  const [body, setBody] = useState(message?.body ?? '');
  const [sendAt, setSendAt] = useState(() => localText(began, zone));
  const [connection, setConnection] = useState<number | null>(message ? message.whatsappId : whatsappId);
  const [template, setTemplate] = useState(message?.template ?? null);
  const [opens, setOpens] = useState(message?.opensWithAuthor ?? false);
  const [recurrence, setRecurrence] = useState<Recurrence | null>(() => readRule(message?.rule ?? '') ?? null);
  const [part, setPart] = useState<SeriesPart>('this');
  const [file, setFile] = useState<File | undefined>();
  const [removesFile, setRemovesFile] = useState(false);
  // Stored already when its file was refused: saving again changes it, and schedules no second one.
  const [stored, setStored] = useState<ScheduleView | undefined>(message);
  const chosen = connections.find(({ id }) => id === connection);
  const templates = useTemplates(chosen?.windowHours == null ? null : chosen.id);
  const isOptedOut = useOptedOut(contact?.id);
  const moment = momentOf(sendAt, zone);
  const isSeries = message?.seriesId != null;
  const repeats = !isSeries || part === 'following';

  const submit = async (): Promise<void> => {
    const fields = {
      body,
      contactId: contact?.id ?? null,
      sendAt: moment?.toISOString() ?? '',
      whatsappId: connection,
      template: chosen?.windowHours == null ? null : template,
      opensWithAuthor: opens,
    };
    const rule = textOf(recurrence);
    // An untouched rule is left to the server, which knows how much of the series has passed.
    const saved = await (stored
      ? api.put<ScheduleView>(`/schedules/${stored.id}`, {
          ...fields,
          ...(repeats && rule !== textOf(readRule(stored.rule ?? '')) && { rule }),
          part: message ? part : 'following',
          version: stored.version,
        })
      : api.post<ScheduleView>('/schedules', { ...fields, rule, ticketId: ticketId ?? null }));
    try {
      // The file of a new series is that of all its messages.
      const upload = `/schedules/${saved.id}/media-upload?part=${isSeries ? part : 'following'}`;
      if (file) {
        const form = new FormData();
        form.append('file', file);
        await api.upload(upload, form);
      } else if (removesFile && saved.mediaPath !== null) await api.delete(upload);
    } catch (failure) {
      setStored(saved);
      await queries.invalidateQueries({ queryKey: ['agenda'] });
      throw failure;
    }
    await queries.invalidateQueries({ queryKey: ['agenda'] });
    toasts.success(t('form.saved'));
    onClose();
  };

  const rule = repeats ? recurrence : null;
  const times = moment ? (rule ? firstOf(rule, moment.getTime(), zone) : [moment.getTime()]) : [];
  const isLimited = rule !== null && (rule.count !== null || rule.until !== null);
  const total = rule && moment && isLimited ? countOf(rule, moment.getTime(), zone) : undefined;
  const verb = stored
    ? t('form.save')
    : total !== undefined && total > 1
      ? t('form.submitMany', { count: total })
      : t('form.submit');
  const storedFile =
    stored && stored.mediaPath !== null && !removesFile
      ? { path: stored.mediaPath, name: stored.mediaName ?? '', mime: stored.mediaMime ?? '' }
      : undefined;
  return (
    <FormDialog
      open
      width={920}
      title={message ? t('form.change') : t('form.title')}
      submitLabel={verb}
      onSubmit={submit}
      onClose={onClose}
    >
      {message?.status === 'ERRO' && <Bar tone="bad">{t('form.failed')}</Bar>}
      {!message && stored && <Bar tone="warn">{t('form.savedWithoutFile')}</Bar>}
      <div className={styles.panes}>
        <div className={styles.form}>
          <div className={styles.pair}>
            <ContactField label={t('form.contact')} value={contact} onChange={setContact} required />
            <FormRow label={t('form.connection')} name="whatsappId" help={t('form.connectionHelp')}>
              <Dropdown
                value={chosen?.name ?? t('form.lastConnection')}
                selectedOptions={[String(connection ?? '')]}
                onOptionSelect={(_, { optionValue }) => setConnection(optionValue ? Number(optionValue) : null)}
              >
                <Option value="">{t('form.lastConnection')}</Option>
                <>
                  {connections.map(({ id, name }) => (
                    <Option key={id} value={String(id)}>
                      {name}
                    </Option>
                  ))}
                </>
              </Dropdown>
            </FormRow>
          </div>
          {isOptedOut && <Bar tone="warn">{t('form.optedOut')}</Bar>}
          <FormRow label={t('form.body')} name="body" help={t('form.bodyHelp')} required>
            <Textarea rows={4} maxLength={4096} value={body} onChange={(_, { value }) => setBody(value)} />
          </FormRow>
          <div className={styles.pair}>
            <FormRow label={t('form.sendAt')} name="sendAt" required help={t('form.sendAtHelp')}>
              <DateField withTime value={sendAt} onChange={setSendAt} />
            </FormRow>
            <FormRow label={t('form.file')} name="file">
              <FileField
                file={file ?? storedFile}
                onChoose={setFile}
                onRemove={() => {
                  setFile(undefined);
                  setRemovesFile(true);
                }}
              />
            </FormRow>
          </div>
          {isSeries && (
            <RadioGroup
              value={part}
              onChange={(_, { value }) => setPart(value as SeriesPart)}
              aria-label={t('form.part')}
            >
              <Radio value="this" label={t('form.partThis')} />
              <Radio value="following" label={t('form.partFollowing')} />
            </RadioGroup>
          )}
          {repeats && (
            <div className={styles.box}>
              <Switch
                label={t('repeat.on')}
                checked={recurrence !== null}
                onChange={(_, { checked }) =>
                  setRecurrence(checked ? usualRecurrence(moment?.getTime() ?? began, zone) : null)
                }
              />
              {recurrence && <RepeatFields value={recurrence} zone={zone} onChange={setRecurrence} />}
            </div>
          )}
          {chosen?.windowHours != null && (
            <div className={styles.box}>
              <Exposed
                of={templateRows}
                props={{
                  label: t('form.template'),
                  help: t('form.templateHelp'),
                  name: 'template',
                  none: t('form.noTemplate'),
                  templates,
                  value: template,
                  onChange: setTemplate,
                  usual: ['{nome}'],
                  valueHelp: t('form.bodyHelp'),
                  withFiles: true,
                }}
              />
            </div>
          )}
          <Checkbox label={t('form.opens')} checked={opens} onChange={(_, { checked }) => setOpens(checked === true)} />
        </div>
        <MessagePreview
          times={times}
          repeats={rule !== null}
          text={withName(body, contact?.name)}
          fileName={file?.name ?? storedFile?.name ?? null}
          failsOutside={chosen?.windowHours != null && template === null}
        />
      </div>
    </FormDialog>
  );
}

const textOf = (recurrence: Recurrence | null | undefined): string | null => (recurrence ? ruleText(recurrence) : null);

const firstOf = (recurrence: Recurrence, began: number, zone: string): number[] => {
  const found: number[] = [];
  for (const at of occurrences(recurrence, began, zone)) {
    found.push(at);
    if (found.length === shownOccurrences) break;
  }
  return found;
};

/** Undefined: more than it is worth to count. */
const countOf = (recurrence: Recurrence, began: number, zone: string): number | undefined => {
  let count = 0;
  for (const _at of occurrences(recurrence, began, zone)) {
    count += 1;
    if (count > maxCounted) return undefined;
  }
  return count;
};
