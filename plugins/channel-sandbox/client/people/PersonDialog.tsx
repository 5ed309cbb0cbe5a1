import { useState } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { ArrowShuffle20Regular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import { anyNumber, digitsOf, numberFault, refetchPeople, savePerson, type Person } from './person.ts';

export interface PersonDialogProps {
  connectionId: number;
  /** Absent for a new person. */
  person?: Person | undefined;
  known: readonly Person[];
  onSaved(number: string): void;
  onClose(): void;
}

/** The form of a person who can write: a name and a number. */
export function PersonDialog({ connectionId, person, known, onSaved, onClose }: PersonDialogProps) {
  const t = useT();
  const queries = useQueryClient();
  const [name, setName] = useState(person?.name ?? '');
  const [number, setNumber] = useState(() => person?.number ?? anyNumber());

  const submit = async (): Promise<void> => {
    const fault = person ? undefined : numberFault(number, known);
    if (fault) throw new ApiError(400, 'ERR_VALIDATION', { number: t(`person.fault.${fault}`) });
    const digits = digitsOf(number);
    await savePerson(connectionId, { number: digits, name: name.trim(), invalid: person?.invalid ?? false });
    await refetchPeople(queries, connectionId);
    onSaved(digits);
    onClose();
  };

  return (
    <FormDialog
      open
      width={440}
      title={t(person ? 'person.edit' : 'person.add')}
      submitLabel={t(person ? 'person.save' : 'person.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('person.name')} name="name" help={t('person.nameHelp')}>
        <Input value={name} maxLength={200} autoFocus autoComplete="off" onChange={(_, { value }) => setName(value)} />
      </FormRow>
      <FormRow label={t('person.number')} name="number" help={t('person.numberHelp')} required>
        <Input
          value={number}
          inputMode="tel"
          autoComplete="off"
          readOnly={person !== undefined}
          onChange={(_, { value }) => setNumber(digitsOf(value))}
          {...(person
            ? {}
            : {
                contentAfter: (
                  <Button
                    size="small"
                    appearance="transparent"
                    icon={<ArrowShuffle20Regular />}
                    aria-label={t('person.other')}
                    title={t('person.other')}
                    onClick={() => setNumber(anyNumber())}
                  />
                ),
              })}
        />
      </FormRow>
    </FormDialog>
  );
}
