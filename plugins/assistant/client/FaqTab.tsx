import { Input, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { QuestionCircle32Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { EditableList, EditDialog, FormRow, usePages } from '@balcao/sdk/ui';
import { faqKey } from './data.ts';

interface Faq {
  id: number;
  question: string;
  answer: string;
}

const useStyles = makeStyles({
  line: {
    // A line that may not break would make the table wider than its place.
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  question: { fontWeight: tokens.fontWeightSemibold },
});

/** Questions with answers that people write. */
export function FaqTab() {
  const t = useT();
  const styles = useStyles();
  const list = usePages<Faq>('/assistant/faq', { key: faqKey });
  return (
    <EditableList
      title={t('tab.faq')}
      within="tab"
      list={list}
      rowHeight={64}
      columns={[
        {
          id: 'question',
          header: t('faq.question'),
          width: '38%',
          touch: 'title',
          cell: ({ question }) => (
            <span className={`${styles.line} ${styles.question}`} title={question}>
              {question}
            </span>
          ),
        },
        {
          id: 'answer',
          header: t('faq.answer'),
          cell: ({ answer }) => (
            <span className={styles.line} title={answer}>
              {answer}
            </span>
          ),
        },
      ]}
      nameOf={({ question }) => question}
      search={t('faq.search')}
      add={t('faq.add')}
      empty={{ icon: <QuestionCircle32Regular />, title: t('faq.empty'), text: t('faq.emptyText') }}
      notFound={{ title: t('faq.none', { term: list.term }), text: t('faq.noneText') }}
      removal={({ question }) => ({
        title: t('faq.deleteTitle'),
        text: t('faq.deleteText', { question }),
        verb: t('faq.delete'),
        done: t('faq.deleted'),
      })}
      form={(row, close) => (
        <EditDialog
          list={list}
          row={row}
          blank={{ question: '', answer: '' }}
          title={t(row ? 'faq.edit' : 'faq.add')}
          saved={t('faq.saved')}
          width={560}
          onClose={close}
        >
          {(values, change) => (
            <>
              <FormRow label={t('faq.question')} name="question" help={t('faq.questionHelp')} required>
                <Input
                  value={values.question}
                  maxLength={300}
                  autoFocus
                  onChange={(_, { value }) => change({ question: value })}
                />
              </FormRow>
              <FormRow label={t('faq.answer')} name="answer" required>
                <Textarea
                  rows={7}
                  resize="vertical"
                  value={values.answer}
                  onChange={(_, { value }) => change({ answer: value })}
                />
              </FormRow>
            </>
          )}
        </EditDialog>
      )}
    />
  );
}
