import { useRef, useState } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, Contributed, api, translate, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { Bar, FormDialog, FormRow } from '@balcao/sdk/ui';
import { contactFaults, digitsOf, filledLines, type ContactValues } from './contact-form.ts';
import { isMasked, type ContactDetails } from './contact-row.ts';
import { ExtraInfoFields } from './ExtraInfoFields.tsx';
import { contactSections } from './parts.ts';

export interface ContactDialogProps {
  /** Absent: somebody new. */
  contact?: ContactDetails | undefined;
  onClose(): void;
}

/** Refusals that a person may overrule: a channel could not find the number. */
const overruled = new Set(['ERR_CHECK_NUMBER', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT']);

/** Who a contact is and how they are reached. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const sections = usePoint(contactSections);
  const form = useRef<HTMLDivElement>(null);
  const force = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const [added, setAdded] = useState<Readonly<Record<string, unknown>>>({});
  const [values, setValues] = useState<ContactValues>({
    name: contact?.name ?? '',
    number: contact?.number ?? '',
    email: contact?.email ?? '',
    extraInfo: contact?.extraInfo ?? [],
  });
  const isHidden = contact !== undefined && isMasked(contact.number);
  const change = (part: Partial<ContactValues>) => setValues((before) => ({ ...before, ...part }));

  const submit = async (): Promise<void> => {
    // Somebody from a site or a group has no number, and needs none to be renamed.
    const hasNone = contact !== undefined && contact.number === '' && values.number === '';
    const faults = Object.entries(contactFaults(values, !isHidden && !hasNone));
    setAsked(false);
    if (faults.length > 0) {
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    const body = {
      ...added,
      name: values.name.trim(),
      email: values.email.trim(),
      extraInfo: filledLines(values.extraInfo),
      ...(isHidden ? {} : { number: digitsOf(values.number) }),
      forceInsert: force.current,
    };
    try {
      await (contact ? api.put(`/contacts/${contact.id}`, body) : api.post('/contacts', body));
    } catch (error) {
      if (error instanceof ApiError && overruled.has(error.code)) setAsked(true);
      throw error;
    } finally {
      force.current = false;
    }
    await queries.invalidateQueries({ queryKey: ['contacts'] });
    toasts.success(t('form.saved'));
    onClose();
  };
  const insist = (): void => {
    force.current = true;
    form.current?.closest('form')?.requestSubmit();
  };

  return (
    <FormDialog
      open
      title={t(contact ? 'form.edit' : 'form.add')}
      submitLabel={t(contact ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div ref={form} hidden={!isAsked}>
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
      <FormRow label={t('field.name')} name="name" required>
        <Input value={values.name} autoFocus autoComplete="off" onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <FormRow
        label={t('field.number')}
        name="number"
        help={t(isHidden ? 'form.numberHidden' : 'form.numberHelp')}
        required={contact === undefined || contact.number !== ''}
      >
        <Input
          value={values.number}
          inputMode="tel"
          autoComplete="off"
          placeholder={t('form.numberPlaceholder')}
          readOnly={isHidden}
          onChange={(_, { value }) => change({ number: digitsOf(value) })}
        />
      </FormRow>
      <FormRow label={t('field.email')} name="email">
        <Input
          type="email"
          value={values.email}
          autoComplete="off"
          onChange={(_, { value }) => change({ email: value })}
        />
      </FormRow>
      <ExtraInfoFields lines={values.extraInfo} onChange={(extraInfo) => change({ extraInfo })} />
      {sections.map((item) => (
        <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
          <Contributed item={item}>
            <item.component
              contact={contact}
              values={added}
              setValue={(field, value) => setAdded((before) => ({ ...before, [field]: value }))}
            />
          </Contributed>
        </div>
      ))}
    </FormDialog>
  );
}
