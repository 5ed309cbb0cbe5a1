import { useRef, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, Contributed, api, translate, useFormat, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { Bar, FormDialog, FormRow, asUtf8, useForm } from '@balcao/sdk/ui';
import type { Contact } from '../contract.ts';
import { AttachmentField, type Attachment } from './AttachmentField.tsx';
import { contactFaults, digitsOf, filledLines, mergeLines, type ContactValues } from './contact-form.ts';
import { isMasked, type ContactDetails } from './contact-row.ts';
import { ContactRows } from './ContactRows.tsx';
import { ExtraInfoFields } from './ExtraInfoFields.tsx';
import { OriginField } from './OriginField.tsx';
import { contactSections } from './parts.ts';
import { useNumberConfirmation } from './useNumberConfirmation.tsx';

export interface ContactDialogProps {
  /** Absent when a new contact is created. */
  contact?: ContactDetails | undefined;
  onClose(): void;
  onSaved?: ((contact: Contact) => void) | undefined;
  /** Opens the form of another contact, namely the one that already has the number. */
  onOpen?(contactId: number): void;
}

const useStyles = makeStyles({
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  line: { margin: '0 0 4px' },
});

/** The form of a contact: name, number, e-mail, origin, attachment and the sections of plugins. */
export function ContactDialog({ contact, onClose, onSaved, onOpen }: ContactDialogProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const sections = usePoint(contactSections);
  const confirmation = useNumberConfirmation();
  const [duplicateId, setDuplicateId] = useState<number>();
  const [opened] = useState(contact);
  // A new contact that was stored before its file was refused must not be created a second time.
  const savedId = useRef(contact?.id);
  const isHidden = contact !== undefined && isMasked(contact.number);
  const form = useForm({
    row: contact,
    valuesOf: (row): ContactValues & { origin: string; attachment: Attachment | undefined } => ({
      name: row?.name ?? '',
      number: row?.number ?? '',
      email: row?.email ?? '',
      origin: row?.origin ?? '',
      extraInfo: row?.extraInfo ?? [],
      attachment: row?.mediaPath ? { name: row.mediaName ?? '', path: row.mediaPath } : undefined,
    }),
    bodyOf: ({ name, number, email, origin, extraInfo }) => ({
      name: name.trim(),
      email: email.trim(),
      origin,
      extraInfo: filledLines(extraInfo),
      ...(!isHidden && { number: digitsOf(number) }),
    }),
  });
  const { values, change, added } = form;
  const { attachment } = values;
  const setAttachment = (chosen: Attachment | undefined): void => change({ attachment: chosen });

  const save = async (force: boolean): Promise<ContactDetails> => {
    // Contacts from a site or a group have no number, and need none to be renamed.
    const hasNone = contact !== undefined && contact.number === '' && values.number === '';
    const faults = Object.entries(contactFaults(values, !isHidden && !hasNone));
    setDuplicateId(undefined);
    if (faults.length > 0) {
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    const body: Record<string, unknown> = { ...form.body(), forceInsert: force };
    if (opened && body['extraInfo']) {
      const { extraInfo } = await api.get<ContactDetails>(`/contacts/${opened.id}`);
      body['extraInfo'] = mergeLines(filledLines(values.extraInfo), opened.extraInfo, extraInfo);
    }
    const saved = await (savedId.current
      ? api.put<ContactDetails>(`/contacts/${savedId.current}`, body)
      : api.post<ContactDetails>('/contacts', body));
    savedId.current = saved.id;
    await saveAttachment(saved.id);
    return saved;
  };
  const submit = async (): Promise<void> => {
    const saved = await confirmation.send(save).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'ERR_DUPLICATED_CONTACT')
        setDuplicateId(Number(error.context['contactId']));
      throw error;
    });
    await queries.invalidateQueries({ queryKey: ['contacts'] });
    toasts.success(t('form.saved'));
    onSaved?.(saved);
    onClose();
  };
  const saveAttachment = async (id: number): Promise<void> => {
    if (attachment?.file) {
      const data = new FormData();
      data.append('file', await asUtf8(attachment.file));
      await api.upload(`/contacts/${id}/media-upload`, data);
    } else if (!attachment && opened?.mediaPath) await api.delete(`/contacts/${id}/media-upload`);
  };

  return (
    <FormDialog
      open
      title={t(contact ? 'form.edit' : 'form.add')}
      submitLabel={t(contact ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      {confirmation.question}
      {duplicateId && onOpen ? (
        <Bar
          tone="info"
          action={
            <Button size="small" onClick={() => onOpen(duplicateId)}>
              {t('duplicate.open')}
            </Button>
          }
        >
          {t('duplicate.text')}
        </Bar>
      ) : null}
      <ContactRows
        values={values}
        isHidden={isHidden}
        needsNumber={contact === undefined || contact.number !== ''}
        onChange={change}
      />
      <FormRow label={t('field.origin')} name="origin">
        <OriginField value={values.origin} onChange={(origin) => change({ origin })} />
      </FormRow>
      <ExtraInfoFields lines={values.extraInfo} onChange={(extraInfo) => change({ extraInfo })} />
      <FormRow label={t('attachment.title')} help={t('attachment.help')} name="file">
        <AttachmentField
          attachment={attachment}
          onChange={setAttachment}
          onRefused={() => toasts.error(t('attachment.refused'))}
        />
      </FormRow>
      {contact && contact.otherNumbers.length + contact.merges.length > 0 && (
        <div className={styles.quiet}>
          {contact.otherNumbers.length > 0 && (
            <p className={styles.line}>
              {t('form.otherNumbers', {
                numbers: contact.otherNumbers.map((number) => format.phone(number)).join(', '),
              })}
            </p>
          )}
          {contact.merges.map(({ name, userName, at }) => (
            <p key={at} className={styles.line}>
              {t('form.merged', { name, user: userName, date: format.dateTime(at) })}
            </p>
          ))}
        </div>
      )}
      {sections.map((item) => (
        <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
          <Contributed item={item}>
            <item.component contact={contact} values={added} setValue={form.add} />
          </Contributed>
        </div>
      ))}
    </FormDialog>
  );
}
