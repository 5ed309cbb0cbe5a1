import { useState } from 'react';
import { Button, Checkbox, Dropdown, Input, makeStyles, Option, Switch, Textarea } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ColorPalette, DateField, FormDialog, FormRow } from '@balcao/sdk/ui';
import type { ChosenContact } from '@balcao/contacts/contract';
import type { EntryView } from '../../contract.ts';
import type { Colleague } from '../calendar/useAgenda.ts';
import { ContactField } from '../ContactField.tsx';
import { lastDayText, later, lengthOf, localText, momentOf, soon } from '../local-text.ts';
import { reminderChoices, useReminderText } from './useReminderText.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;
const defaultColor = '#7D883F';
/** The specified one first; an entry with another colour keeps it. */
const palette = [defaultColor, '#3B7DD8', '#2A8F7F', '#C47A1E', '#B3473F', '#7E3A84', '#B05278', '#5C6670'];

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  when: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', marginTop: '-8px' },
  move: { marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface EntryDialogProps {
  /** The entry to change; absent: a new one. */
  entry?: EntryView;
  contact?: ChosenContact | null;
  /** `2026-11-26` for a day, `2026-11-26T09:30` for a time, in the company's zone. */
  at?: string;
  /** People into whose calendars it may be put. */
  colleagues: readonly Colleague[];
  /** Deletes it, so that it can be brought back; absent: there is none to delete. */
  onRemove?(entry: EntryView): void;
  onClose(): void;
}

/** Adds an entry to a calendar, or changes one: also the way to move it without a pointer. */
export default function EntryDialog(props: EntryDialogProps) {
  const { entry, contact: given = null, at, colleagues, onRemove, onClose } = props;
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { user, company } = useSession();
  const zone = company.timeZone;
  // Whole days are days of their own zone.
  const known = entry?.allDay === true ? entry.timeZone : zone;
  const began = entry
    ? Date.parse(entry.date)
    : (at !== undefined && momentOf(at.includes('T') ? at : `${at}T09:00`, zone)?.getTime()) || soon(60);
  const ended = entry ? Date.parse(entry.dateEnd) : began + hour;
  const [title, setTitle] = useState(entry?.title ?? '');
  const [description, setDescription] = useState(entry?.description ?? '');
  const [allDay, setAllDay] = useState(entry?.allDay ?? false);
  const [from, setFrom] = useState(() => localText(began, known));
  // The last day of whole days is shown, not the midnight after it.
  const [until, setUntil] = useState(() =>
    entry?.allDay === true ? lastDayText(ended, known) : localText(ended, known),
  );
  const [color, setColor] = useState(entry?.color ?? defaultColor);
  const [contact, setContact] = useState<ChosenContact | null>(
    entry?.contact ? { ...entry.contact, number: '', profilePicUrl: null } : given,
  );
  const [userId, setUserId] = useState(entry?.userId ?? user.id);
  const [isPrivate, setPrivate] = useState(entry?.isPrivate ?? false);
  const [reminders, setReminders] = useState<readonly number[]>(entry?.reminders ?? [10]);
  const isLocked = entry?.isReadOnly === true;
  const colors = palette.includes(color) ? palette : [...palette, color];
  const people = [{ id: user.id, name: user.name }, ...colleagues];

  const reminderText = useReminderText();
  const move = (days: number): void => {
    setFrom(later(from, days * dayMs));
    setUntil(later(until, days * dayMs));
  };
  const changeFrom = (text: string): void => {
    const length = lengthOf(from, until);
    if (text !== '' && length >= 0) setUntil(later(text, length));
    setFrom(text);
  };
  const submit = async (): Promise<void> => {
    const day = (text: string): string => text.slice(0, 10);
    const end = allDay ? momentOf(day(until), zone) : momentOf(until, zone);
    const fields = {
      title,
      description,
      date: (allDay ? momentOf(day(from), zone) : momentOf(from, zone))?.toISOString() ?? '',
      dateEnd: (allDay && end ? new Date(end.getTime() + hour) : end)?.toISOString() ?? '',
      color,
      allDay,
      timeZone: zone,
      contactId: contact?.id ?? null,
      isPrivate,
      reminders,
      userId,
    };
    // Of what belongs to somebody else only this can be changed.
    const own = { color, contactId: fields.contactId, reminders };
    if (entry) await api.put(`/scheduleforms/${entry.id}`, { ...(isLocked ? own : fields), version: entry.version });
    else await api.post('/scheduleforms', fields);
    await queries.invalidateQueries({ queryKey: ['agenda'] });
    toasts.success(t('entry.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      width={560}
      title={entry ? t('entry.change') : t('entry.title')}
      submitLabel={entry ? t('form.save') : t('entry.submit')}
      onSubmit={submit}
      onClose={onClose}
      aside={
        entry &&
        onRemove &&
        !isLocked && (
          <Button appearance="subtle" onClick={() => onRemove(entry)}>
            {t('entry.remove')}
          </Button>
        )
      }
    >
      {isLocked && <Bar tone="info">{t('entry.readOnly')}</Bar>}
      <FormRow label={t('entry.name')} name="title" required>
        <Input disabled={isLocked} value={title} maxLength={200} onChange={(_, { value }) => setTitle(value)} />
      </FormRow>
      <div className={styles.pair}>
        <FormRow label={t('entry.from')} name="date" required>
          <DateField
            key={`from${allDay}`}
            withTime={!allDay}
            disabled={isLocked}
            value={allDay ? from.slice(0, 10) : from}
            onChange={(text) => changeFrom(allDay && text !== '' ? `${text}T${from.slice(11)}` : text)}
          />
        </FormRow>
        <FormRow label={t('entry.until')} name="dateEnd" required>
          <DateField
            key={`until${allDay}`}
            withTime={!allDay}
            disabled={isLocked}
            value={allDay ? until.slice(0, 10) : until}
            onChange={(text) => setUntil(allDay && text !== '' ? `${text}T${until.slice(11)}` : text)}
          />
        </FormRow>
      </div>
      <div className={styles.when}>
        <Switch
          disabled={isLocked}
          label={t('entry.allDay')}
          checked={allDay}
          onChange={(_, { checked }) => setAllDay(checked)}
        />
        {entry && !isLocked && (
          <div className={styles.move} role="group" aria-label={t('entry.move')}>
            <Button size="small" onClick={() => move(1)}>
              {t('entry.tomorrow')}
            </Button>
            <Button size="small" onClick={() => move(7)}>
              {t('entry.nextWeek')}
            </Button>
          </div>
        )}
      </div>
      <ContactField label={t('form.contact')} value={contact} onChange={setContact} />
      <FormRow label={t('entry.description')} name="description">
        <Textarea
          disabled={isLocked}
          rows={3}
          maxLength={4000}
          value={description}
          onChange={(_, { value }) => setDescription(value)}
        />
      </FormRow>
      <div className={styles.pair}>
        <FormRow label={t('entry.reminders')} name="reminders">
          <Dropdown
            multiselect
            placeholder={t('entry.noReminder')}
            value={reminders.map(reminderText).join(', ')}
            selectedOptions={reminders.map(String)}
            onOptionSelect={(_, { selectedOptions }) => setReminders(selectedOptions.map(Number))}
          >
            {[...new Set([...reminderChoices, ...reminders])].map((one) => (
              <Option key={one} value={String(one)}>
                {reminderText(one)}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
        {people.length > 1 && !isLocked && (
          <FormRow label={t('entry.person')} name="userId">
            <Dropdown
              value={people.find(({ id }) => id === userId)?.name ?? entry?.user?.name ?? ''}
              selectedOptions={[String(userId)]}
              onOptionSelect={(_, { optionValue }) => setUserId(Number(optionValue))}
            >
              {people.map(({ id, name }) => (
                <Option key={id} value={String(id)}>
                  {name}
                </Option>
              ))}
            </Dropdown>
          </FormRow>
        )}
      </div>
      <FormRow label={t('entry.color')} name="color">
        <ColorPalette value={color} colors={colors} onChange={setColor} />
      </FormRow>
      <Checkbox
        disabled={isLocked}
        label={t('entry.private')}
        checked={isPrivate}
        onChange={(_, { checked }) => setPrivate(checked === true)}
      />
    </FormDialog>
  );
}
