import { Button, Input } from '@fluentui/react-components';
import { ArrowImport20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { api, useFormat, useRoom, useSession, useT } from '@balcao/sdk/client';
import { EditDialog, EditableList, ErrorState, FormRow, Page, SkeletonRows, usePages } from '@balcao/sdk/ui';
import { itemsRoom, stateOf, type ContactList, type ContactListItem } from '../contract.ts';
import { Validity } from './Validity.tsx';

const isMasked = (number: string): boolean => number.startsWith('*');

/** The people of one list. */
export default function ItemsPage() {
  const { contactListId } = useParams();
  const id = Number(contactListId);
  const t = useT();
  const navigate = useNavigate();
  const list = useQuery({
    queryKey: ['contact-lists', 'one', id],
    queryFn: ({ signal }) => api.get<ContactList>(`/contact-lists/${id}`, {}, { signal }),
  });
  return (
    <Page
      title={list.data?.name ?? t('page.title')}
      back={{ label: t('item.back'), onClick: () => void navigate('/contact-lists') }}
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <Items key={id} list={list.data} />
      ) : (
        <SkeletonRows rows={8} height={44} />
      )}
    </Page>
  );
}

function Items({ list }: { list: ContactList }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { can } = useSession();
  const key = ['contact-list-items', list.id];
  const items = usePages<ContactListItem>('/contact-list-items', {
    key,
    rowsIn: 'contacts',
    params: { contactListId: list.id },
  });
  const renew = (): void => {
    void items.renew();
    void queries.invalidateQueries({ queryKey: ['contact-lists'] });
  };
  useRoom(itemsRoom, { contactListId: list.id }, { changed: renew, reload: renew }, { queryKeys: [key] });
  const importing = (
    <Button icon={<ArrowImport20Regular />} onClick={() => void navigate(`/contact-lists/${list.id}/import`)}>
      {t('item.import')}
    </Button>
  );
  return (
    <EditableList
      within="tab"
      title={list.name}
      list={items}
      columns={[
        {
          id: 'validity',
          header: t('field.validity'),
          width: 88,
          cell: ({ isWhatsappValid }) => <Validity value={isWhatsappValid} />,
        },
        { id: 'name', header: t('field.name'), touch: 'title', cell: ({ name }) => name },
        { id: 'number', header: t('field.number'), width: 190, cell: ({ number }) => format.phone(number) },
        {
          id: 'ddd',
          header: t('field.ddd'),
          width: 96,
          cell: ({ ddd }) => (ddd === null ? t('item.noDdd') : `${ddd}${stateOf(ddd) ? ` · ${stateOf(ddd)}` : ''}`),
        },
        {
          id: 'email',
          header: t('field.email'),
          width: '24%',
          touch: 'hide',
          cell: ({ email }) => email || t('item.noEmail'),
        },
      ]}
      nameOf={({ name }) => name}
      search={t('item.search')}
      add={t('item.add')}
      actions={importing}
      empty={{ title: t('item.empty'), text: t('item.emptyText') }}
      notFound={{ title: t('item.none', { term: items.term }) }}
      form={(item, close) => (
        <EditDialog
          list={items}
          row={item}
          blank={{ name: '', number: '', email: '', contactListId: list.id }}
          title={t(item ? 'item.edit' : 'item.add')}
          saved={t('item.saved')}
          onClose={close}
        >
          {({ name, number, email }, change) => (
            <>
              <FormRow label={t('field.name')} name="name" required>
                <Input autoFocus value={name} onChange={(_, { value }) => change({ name: value })} />
              </FormRow>
              <FormRow label={t('field.number')} name="number" help={t('item.numberHelp')} required>
                <Input
                  value={number}
                  type="tel"
                  placeholder={t('item.placeholder')}
                  disabled={isMasked(number)}
                  onChange={(_, { value }) => change({ number: value })}
                />
              </FormRow>
              <FormRow label={t('field.email')} name="email">
                <Input value={email} type="email" onChange={(_, { value }) => change({ email: value })} />
              </FormRow>
            </>
          )}
        </EditDialog>
      )}
      removal={(item) =>
        can('contacts-page:deleteContact')
          ? {
              done: t('item.removed', { name: item.name }),
              undo: () => api.post(`/contact-list-items/${item.id}/restore`),
            }
          : undefined
      }
    />
  );
}
