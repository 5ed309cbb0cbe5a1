import { useEffect, useRef, useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import type { Contact, NewContactProps } from '../../contract.ts';
import { contactFaults } from '../contact-form.ts';
import { ContactRows, type ContactRowsProps } from '../ContactRows.tsx';
import { useInsisting } from '../useInsisting.tsx';

/** The fields of a new contact within another form. */
export default function NewContactRows({ name, number, onReady }: NewContactProps) {
  const t = useT();
  const insisting = useInsisting();
  const [values, setValues] = useState({ name, number, email: '' });
  const [faults, setFaults] = useState<ContactRowsProps['faults']>({});
  const latest = {
    check: (): boolean => {
      const found = Object.entries(contactFaults({ ...values, extraInfo: [] }, true));
      setFaults(Object.fromEntries(found.map(([field, fault]) => [field, t(`fault.${fault}`)])));
      return found.length === 0;
    },
    save: () =>
      insisting.send((force) =>
        api.post<Contact>('/contacts', { ...values, name: values.name.trim(), forceInsert: force }),
      ),
  };
  const held = useRef(latest);
  useEffect(() => {
    held.current = latest;
  });
  const ready = useRef(onReady);
  useEffect(() => ready.current({ check: () => held.current.check(), save: () => held.current.save() }), []);
  return (
    <>
      {insisting.question}
      <ContactRows
        values={values}
        faults={faults}
        needsNumber
        onChange={(part) => {
          setValues((before) => ({ ...before, ...part }));
          setFaults((before) => ({
            ...before,
            ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])),
          }));
        }}
      />
    </>
  );
}
