import { useState } from 'react';
import {
  Button,
  Input,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { Bookmark20Regular, Delete16Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { FormDialog, FormRow, IconButton } from '@balcao/sdk/ui';

interface Saved {
  id: number;
  name: string;
  filters: Record<string, string>;
}
export interface SavedFiltersProps {
  page: 'dashboard' | 'report';
  filters: Readonly<Record<string, string>>;
  onChoose(filters: Readonly<Record<string, string>>): void;
}

/** The filters that a person saved for a page: choose one, save the present one, delete one. */
export function SavedFilters({ page, filters, onChoose }: SavedFiltersProps) {
  const t = useT();
  const { touch } = useViewport();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const queryKey = ['reports', 'filters', page];
  const saved = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Saved[]>('/ticketreport/filters', { page }, { signal }),
    staleTime: 60_000,
  });
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const remove = ({ id }: Saved): void =>
    void api.delete(`/ticketreport/filters/${id}`).then(renew, (error: unknown) => toasts.error(error));
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          {touch ? (
            <IconButton icon={<Bookmark20Regular />} label={t('saved.title')} />
          ) : (
            <Button appearance="subtle" icon={<Bookmark20Regular />}>
              {t('saved.title')}
            </Button>
          )}
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {(saved.data ?? []).map((one) => (
              <MenuItem key={one.id} onClick={() => onChoose(one.filters)}>
                {one.name}
              </MenuItem>
            ))}
            {(saved.data ?? []).length > 0 && <MenuDivider />}
            <MenuItem onClick={() => setName('')}>{t('saved.save')}</MenuItem>
            {(saved.data ?? []).map((one) => (
              <MenuItem key={`remove ${one.id}`} icon={<Delete16Regular />} onClick={() => remove(one)}>
                {t('saved.delete', { name: one.name })}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <FormDialog
        open={name !== undefined}
        title={t('saved.save')}
        submitLabel={t('saved.submit')}
        disabled={(name ?? '').trim() === ''}
        onSubmit={async () => {
          await api.post('/ticketreport/filters', { page, name, filters });
          await renew();
          setName(undefined);
        }}
        onClose={() => setName(undefined)}
      >
        <FormRow label={t('saved.name')} required>
          <Input value={name ?? ''} maxLength={50} autoFocus onChange={(_, { value }) => setName(value)} />
        </FormRow>
      </FormDialog>
    </>
  );
}
