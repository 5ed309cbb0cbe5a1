import { useState } from 'react';
import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { QuestionCircle48Regular, VideoClip20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { api, useT, useViewport, foldText } from '@balcao/sdk/client';
import { EmptyState, ErrorState, Page, SearchBox, SkeletonRows, VideoFrame } from '@balcao/sdk/ui';
import type { Help } from '../../contract.ts';

const useStyles = makeStyles({
  column: { maxWidth: '820px', margin: '0 auto' },
  search: { marginBottom: '12px' },
  list: { display: 'flex', flexDirection: 'column', gap: '8px' },
  item: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  heading: { display: 'block', padding: '4px 0', minWidth: 0, overflowWrap: 'anywhere' },
  title: { fontWeight: tokens.fontWeightSemibold },
  panel: { margin: 0, padding: '12px 16px 16px', display: 'flex', flexDirection: 'column', gap: '12px' },
  description: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', color: tokens.colorNeutralForeground2 },
});

/** Videos that explain the product. YouTube is contacted only when a video is opened. */
export default function HelpsPage() {
  const t = useT();
  const styles = useStyles();
  const { touch } = useViewport();
  const [term, setTerm] = useState('');
  const [open, setOpen] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: ['helps', 'list'],
    queryFn: ({ signal }) => api.get<Help[]>('/helps/list', {}, { signal }),
  });
  const found = data?.filter(({ title, description }) => foldText(`${title} ${description}`).includes(foldText(term)));
  const search = data && data.length > 0 && (
    <SearchBox value={term} onChange={setTerm} placeholder={t('page.search')} width={touch ? '100%' : 260} />
  );

  return (
    <Page title={t('page.title')} {...(!touch && { subtitle: t('page.subtitle') })} actions={!touch && search}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !found ? (
        <div className={styles.column}>
          <SkeletonRows rows={5} height={52} />
        </div>
      ) : data?.length === 0 ? (
        <EmptyState icon={<QuestionCircle48Regular />} title={t('page.none')} text={t('page.noneText')} />
      ) : (
        <div className={styles.column}>
          {touch && <div className={styles.search}>{search}</div>}
          {found.length === 0 ? (
            <EmptyState
              title={t('page.notFound', { term })}
              action={<Button onClick={() => setTerm('')}>{t('page.clear')}</Button>}
            />
          ) : (
            <Accordion
              className={styles.list}
              collapsible
              openItems={open === undefined ? [] : [open]}
              onToggle={(_, { openItems }) => setOpen(openItems.map(Number)[0])}
            >
              {found.map(({ id, title, description, video }) => (
                <AccordionItem key={id} value={id} className={styles.item}>
                  <AccordionHeader as="h2" icon={<VideoClip20Regular />} expandIconPosition="end">
                    <span className={styles.heading}>
                      <span className={styles.title}>{title}</span>
                    </span>
                  </AccordionHeader>
                  {id === open && (
                    <AccordionPanel className={styles.panel}>
                      {description && <p className={styles.description}>{description}</p>}
                      <VideoFrame code={video} title={t('page.video', { title })} />
                    </AccordionPanel>
                  )}
                </AccordionItem>
              ))}
            </Accordion>
          )}
        </div>
      )}
    </Page>
  );
}
