import { useEffect, useRef, useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import type { Contact, NewContactProps } from '../../contract.ts';
import { contactFaults } from '../contact-form.ts';
import { ContactRows, type ContactRowsProps } from '../ContactRows.tsx';
import { useNumberConfirmation } from '../useNumberConfirmation.tsx';

/** The fields of a new contact within another form. */
export default function NewContactRows({ name, number, onReady }: NewContactProps) {
  const t = useT();
  const confirmation = useNumberConfirmation();
  const [values, setValues] = useState({ name, number, email: '' });
  const [faults, setFaults] = useState<ContactRowsProps['faults']>({});
  const latest = {
    check: (): boolean => {
      const found = Object.entries(contactFaults({ ...values, extraInfo: [] }, true));
      setFaults(Object.fromEntries(found.map(([field, fault]) => [field, t(`fault.${fault}`)])));
      return found.length === 0;
    },
    save: () =>
      confirmation.send((force) =>
        api.post<Contact>('/contacts', { ...values, name: values.name.trim(), forceInsert: force }),
      ),
  };
  const handle = useRef(latest);
  useEffect(() => {
    handle.current = latest;
  });
  const ready = useRef(onReady);
  useEffect(() => ready.current({ check: () => handle.current.check(), save: () => handle.current.save() }), []);
  return (
    <>
      {confirmation.question}
      <ContactRows
        values={values}
        faults={faults}
        needsNumber
        onChange={(part) => {
          setValues((previous) => ({ ...previous, ...part }));
          setFaults((previous) => ({
            ...previous,
            ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])),
          }));
        }}
      />
    </>
  );
}
