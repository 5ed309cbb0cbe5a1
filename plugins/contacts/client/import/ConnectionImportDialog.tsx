import { useState } from 'react';
import { Dropdown, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiError, api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, FormDialog, FormRow, SkeletonRows } from '@balcao/sdk/ui';
import type { ImportRow } from './import-row.ts';

interface AddressBook {
  key: string;
  name: string;
  trouble?: string;
}

/** Asks for confirmation before a connection’s whole address book is imported. */
export default function ConnectionImportDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const { data: addressBooks, error } = useQuery({
    queryKey: ['contacts', 'import-sources'],
    queryFn: ({ signal }) => api.get<AddressBook[]>('/contacts/import/sources', {}, { signal }),
    staleTime: 0,
  });
  const key = chosen ?? addressBooks?.find(({ trouble }) => !trouble)?.key ?? addressBooks?.[0]?.key;
  const addressBook = addressBooks?.find((one) => one.key === key);
  const start = async (): Promise<void> => {
    const made = await api.post<ImportRow>('/contacts/import', { source: key });
    onClose();
    void navigate(`/contacts/import/${made.id}`);
  };
  return (
    <FormDialog
      open
      title={t('import.connection.title')}
      subtitle={t('import.connection.text')}
      submitLabel={t('import.connection.confirm')}
      disabled={!addressBook || addressBook.trouble !== undefined}
      onSubmit={start}
      onClose={onClose}
    >
      {error ? (
        <Bar tone="bad">{errorText(error)}</Bar>
      ) : !addressBooks ? (
        <SkeletonRows rows={1} height={44} />
      ) : addressBooks.length === 0 ? (
        <Bar tone="warn">{t('errors.ERR_NO_CONTACT_SOURCE')}</Bar>
      ) : (
        <FormRow
          label={t('import.connection.field')}
          {...(addressBook?.trouble ? { error: errorText(new ApiError(409, addressBook.trouble)) } : {})}
        >
          <Dropdown
            value={addressBook?.name ?? ''}
            selectedOptions={key ? [key] : []}
            onOptionSelect={(_, { optionValue }) => setChosen(optionValue)}
          >
            {addressBooks.map((one) => (
              <Option key={one.key} value={one.key} text={one.name}>
                {one.name}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
      )}
    </FormDialog>
  );
}
