import { makeStyles, tokens } from '@fluentui/react-components';
import { ChatHelp16Regular, DocumentText16Regular, Flash16Regular, Globe16Regular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useT } from '@balcao/sdk/client';
import type { Passage, SourceKind } from '../../contract.ts';

const icons: Record<SourceKind, ReactElement> = {
  faq: <ChatHelp16Regular aria-hidden />,
  quick: <Flash16Regular aria-hidden />,
  text: <DocumentText16Regular aria-hidden />,
  file: <DocumentText16Regular aria-hidden />,
  site: <Globe16Regular aria-hidden />,
};

const useStyles = makeStyles({
  number: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '16px',
    height: '16px',
    marginLeft: '4px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: `color-mix(in srgb, ${tokens.colorBrandBackground} 14%, transparent)`,
    color: tokens.colorNeutralForeground1,
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    verticalAlign: 'text-bottom',
  },
  chips: { display: 'flex', flexWrap: 'wrap', gap: '4px', listStyle: 'none', margin: 0, padding: 0, minWidth: 0 },
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    maxWidth: '260px',
    paddingInline: '6px 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    '& svg': { flexShrink: 0 },
  },
  chipNumber: { fontWeight: tokens.fontWeightSemibold },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  none: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, lineHeight: '24px' },
});

/** The numbers of the sources, after a text. */
export function SourceNumbers({ numbers }: { numbers: readonly number[] }) {
  const styles = useStyles();
  return numbers.map((number) => (
    <span key={number} className={styles.number} aria-hidden>
      {number}
    </span>
  ));
}

/** The sources of a text with their numbers, or that it has none. */
export function SourceChips({ numbers, passages }: { numbers: readonly number[]; passages: readonly Passage[] }) {
  const t = useT();
  const styles = useStyles();
  const found = numbers.flatMap((number) => {
    const passage = passages[number - 1];
    return passage ? [{ number, ...passage }] : [];
  });
  if (found.length === 0) return <span className={styles.none}>{t('answers.noSource')}</span>;
  return (
    <ul className={styles.chips} aria-label={t('copilot.sourceList')}>
      {found.map(({ number, kind, source, heading, text }) => {
        const name = [source, heading].filter((part) => part !== '').join(', ');
        return (
          <li key={number} className={styles.chip} title={`${name}\n\n${text.slice(0, 300)}`}>
            <span className={styles.chipNumber}>{number}</span>
            {icons[kind]}
            <span className={styles.name}>{name}</span>
          </li>
        );
      })}
    </ul>
  );
}
