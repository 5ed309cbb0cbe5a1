import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { Page, Segment, Tabs } from '@balcao/sdk/ui';
import { useGaps, useKnowledgeUpdates, useProposals, useSources, type GapSpan, type ProposalSpan } from './data.ts';
import { FaqTab } from './FaqTab.tsx';
import { GapSpans } from './gaps/GapSpans.tsx';
import { GapsTab } from './gaps/GapsTab.tsx';
import { useGolden } from './golden/golden-data.ts';
import { GoldenActions, GoldenTab } from './golden/GoldenTab.tsx';
import { ProposalsTab } from './proposals/ProposalsTab.tsx';
import { InstructionsTab } from './settings/InstructionsTab.tsx';
import { AddSource } from './sources/AddSource.tsx';
import { SourcesTab } from './sources/SourcesTab.tsx';

const tabs = ['sources', 'faq', 'proposals', 'gaps', 'golden', 'instructions'] as const;
type TabId = (typeof tabs)[number];

// Of two words of different length the longer one keeps the room that it needs.
const useStyles = makeStyles({ segment: { '& [role=tab]': { flexBasis: 'auto' } } });

/** The knowledge of the assistant: sources, questions with answers, and questions that nobody has answered yet. */
export default function KnowledgePage() {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { tab: address } = useParams();
  const tab = tabs.find((one) => one === address) ?? 'sources';
  const [span, setSpan] = useState<GapSpan>('30');
  const [proposalSpan, setProposalSpan] = useState<ProposalSpan>('open');
  useKnowledgeUpdates();
  const sources = useSources();
  const gaps = useGaps(span);
  const waiting = useProposals('open');
  const proposals = useProposals(proposalSpan);
  const golden = useGolden();
  const counts: Partial<Record<TabId, number | undefined>> = {
    sources: sources.data?.length,
    proposals: waiting.data?.records.length,
    gaps: gaps.data?.length,
    golden: golden.data?.length,
  };
  const open = (to: TabId): void => void navigate(to === 'sources' ? '/knowledge' : `/knowledge/${to}`);
  return (
    <Page
      title={t('page.title')}
      subtitle={t('page.subtitle')}
      bare={tab === 'gaps' || tab === 'proposals' || tab === 'sources'}
      actions={
        tab === 'sources' ? (
          <AddSource onFaq={() => void navigate('/knowledge/faq?new=1')} />
        ) : tab === 'gaps' ? (
          <GapSpans value={span} onChange={setSpan} />
        ) : tab === 'proposals' ? (
          <div className={styles.segment}>
            <Segment
              label={t('gaps.span')}
              value={proposalSpan}
              onChange={(span: ProposalSpan) => setProposalSpan(span)}
              options={(['open', 'settled'] as const).map((span) => ({
                value: span,
                label: t(`proposals.span_${span}`),
              }))}
            />
          </div>
        ) : tab === 'golden' ? (
          <GoldenActions />
        ) : undefined
      }
      tabs={
        <Tabs
          label={t('page.title')}
          value={tab}
          onChange={open}
          options={tabs.map((value) => ({
            value,
            label: t(`tab.${value}`),
            ...(counts[value] !== undefined && { count: counts[value] }),
          }))}
        />
      }
    >
      {tab === 'sources' && (
        <SourcesTab
          sources={sources}
          waiting={waiting.data?.records.length ?? 0}
          onFaq={() => open('faq')}
          onReview={() => open('proposals')}
          onGaps={() => open('gaps')}
        />
      )}
      {tab === 'faq' && <FaqTab />}
      {tab === 'proposals' && <ProposalsTab proposals={proposals} />}
      {tab === 'golden' && <GoldenTab />}
      {tab === 'instructions' && <InstructionsTab />}
      {tab === 'gaps' && <GapsTab gaps={gaps} />}
    </Page>
  );
}
