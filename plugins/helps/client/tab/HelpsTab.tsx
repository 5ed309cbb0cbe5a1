import { useT } from '@balcao/sdk/client';
import { EditableList, TwoLines, usePages } from '@balcao/sdk/ui';
import type { Help } from '../../contract.ts';
import { HelpDialog } from './HelpDialog.tsx';

/** The videos of the help page, edited by super users. */
export default function HelpsTab() {
  const t = useT();
  const helps = usePages<Help>('/helps');
  return (
    <EditableList
      within="tab"
      title={t('tab.title')}
      list={helps}
      columns={[
        {
          id: 'title',
          header: t('field.title'),
          touch: 'title',
          cell: ({ title, description }) => <TwoLines text={title} below={description} />,
        },
        { id: 'video', header: t('field.video'), width: 160, cell: ({ video }) => video },
      ]}
      rowHeight={64}
      nameOf={({ title }) => title}
      search={t('tab.search')}
      add={t('form.add')}
      failed={t('tab.failed')}
      empty={{ title: t('tab.none'), text: t('tab.noneText') }}
      notFound={{ title: t('tab.notFound', { term: helps.term }) }}
      form={(help, close) => <HelpDialog help={help} list={helps} onClose={close} />}
      removal={({ title }) => ({
        title: t('delete.title', { name: title }),
        text: t('delete.text'),
        verb: t('delete.confirm'),
        done: t('delete.done'),
        failed: t('delete.failed'),
      })}
    />
  );
}
