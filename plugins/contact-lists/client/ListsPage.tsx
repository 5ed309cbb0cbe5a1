import { Input } from '@fluentui/react-components';
import { ArrowDownload20Regular, ArrowImport20Regular, People20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useFormat, useRoom, useT } from '@balcao/sdk/client';
import { EditDialog, EditableList, FormRow, Page, usePages } from '@balcao/sdk/ui';
import { listsRoom, type ContactList } from '../contract.ts';
import CampaignTabs from './CampaignTabs.tsx';
import { useExampleSheet } from './useExampleSheet.ts';

/** The page of contact lists. */
export default function ListsPage() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const downloadExample = useExampleSheet();
  const lists = usePages<ContactList>('/contact-lists');
  useRoom(listsRoom, {}, { changed: () => void lists.renew() }, { queryKeys: [['contact-lists']] });
  return (
    <Page
      title={t('page.title')}
      {...(lists.count ? { count: lists.count } : {})}
      tabs={<CampaignTabs path="/contact-lists" />}
    >
      <EditableList
        within="tab"
        title={t('page.title')}
        list={lists}
        columns={[
          { id: 'name', header: t('field.name'), touch: 'title', cell: ({ name }) => name },
          {
            id: 'count',
            header: t('field.contacts'),
            width: 160,
            cell: ({ contactsCount }) => t('list.count', { count: contactsCount, shown: format.number(contactsCount) }),
          },
        ]}
        nameOf={({ name }) => name}
        search={t('list.search')}
        add={t('list.add')}
        empty={{ title: t('list.empty'), text: t('list.emptyText') }}
        notFound={{ title: t('list.none', { term: lists.term }) }}
        form={(list, close) => (
          <EditDialog
            list={lists}
            row={list}
            blank={{ name: '' }}
            title={t(list ? 'list.edit' : 'list.add')}
            saved={t('list.saved')}
            onClose={close}
          >
            {({ name }, change) => (
              <FormRow label={t('field.name')} name="name" required>
                <Input autoFocus value={name} onChange={(_, { value }) => change({ name: value })} />
              </FormRow>
            )}
          </EditDialog>
        )}
        edit={() => true}
        rowActions={({ id, name }) => [
          { icon: <ArrowDownload20Regular />, label: t('list.example', { name }), onClick: downloadExample },
          {
            icon: <ArrowImport20Regular />,
            label: t('list.import', { name }),
            onClick: () => void navigate(`/contact-lists/${id}/import`),
          },
          {
            icon: <People20Regular />,
            label: t('list.open', { name }),
            onClick: () => void navigate(`/contact-lists/${id}/contacts`),
          },
        ]}
        removal={({ name, contactsCount }) => ({
          title: t('delete.title', { name }),
          text: t('delete.text', { count: contactsCount }),
          verb: t('delete.confirm'),
          done: t('delete.done'),
        })}
      />
    </Page>
  );
}
