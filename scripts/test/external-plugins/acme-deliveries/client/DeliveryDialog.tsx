import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { contactPicker, type ChosenContact } from '@balcao/contacts/contract';
import { Exposed, useT } from '@balcao/sdk/client';
import { EditDialog, FormRow, Spinner, type Listed } from '@balcao/sdk/ui';
import type { Delivery } from '../contract.ts';

const blank: { code: string; item: string; address: string; contactId: number | null } = {
  code: '',
  item: '',
  address: '',
  contactId: null,
};

export function DeliveryDialog({ list, onClose }: { list: Listed<Delivery>; onClose(): void }) {
  const t = useT();
  const [contact, setContact] = useState<ChosenContact | null>(null);
  return (
    <EditDialog
      list={list}
      row={undefined}
      blank={blank}
      title={t('list.add')}
      saved={t('form.saved')}
      onClose={onClose}
    >
      {({ code, item, address }, change) => (
        <>
          <FormRow label={t('field.code')} name="code" required>
            <Input autoFocus value={code} onChange={(_, { value }) => change({ code: value })} />
          </FormRow>
          <FormRow label={t('field.item')} name="item" required>
            <Input value={item} onChange={(_, { value }) => change({ item: value })} />
          </FormRow>
          <FormRow label={t('field.address')} name="address">
            <Input value={address} onChange={(_, { value }) => change({ address: value })} />
          </FormRow>
          <Exposed
            of={contactPicker}
            props={{
              label: t('field.contact'),
              required: true,
              value: contact,
              onChange: (chosen) => {
                setContact(chosen);
                change({ contactId: chosen?.id ?? null });
              },
            }}
            fallback={<Spinner size="tiny" />}
          />
        </>
      )}
    </EditDialog>
  );
}
