import { useT } from '@balcao/sdk/client';
import { EditableList, TwoLines, usePages } from '@balcao/sdk/ui';
import type { Prompt } from '../contract.ts';
import { PromptDialog } from './PromptDialog.tsx';

/** The prompts of all companies, edited by super users. */
export default function PromptsTab() {
  const t = useT();
  const prompts = usePages<Prompt>('/prompts');
  return (
    <EditableList
      within="tab"
      title={t('list.title')}
      list={prompts}
      columns={[
        {
          id: 'title',
          header: t('field.title'),
          touch: 'title',
          cell: ({ title, description }) => <TwoLines text={title} below={description} />,
        },
        { id: 'type', header: t('field.type'), width: 140, cell: ({ type }) => t(`type.${type}`) },
      ]}
      rowHeight={64}
      nameOf={({ title }) => title}
      search={t('list.search')}
      add={t('form.add')}
      failed={t('list.failed')}
      empty={{ title: t('list.none'), text: t('list.noneText') }}
      notFound={{ title: t('list.notFound', { term: prompts.term }) }}
      form={(prompt, close) => <PromptDialog prompt={prompt} list={prompts} onClose={close} />}
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
