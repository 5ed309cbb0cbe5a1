import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useSearchParams } from 'react-router-dom';
import { useT, useViewport } from '@balcao/sdk/client';
import { EmptyState, ErrorState, Page, Segment, SkeletonRows, ext } from '@balcao/sdk/ui';
import { ConnectionCard } from './connections/ConnectionCard.tsx';
import { NoConnection } from './connections/NoConnection.tsx';
import { useSandboxConnections, type SandboxConnection } from './connections/sandbox-connections.ts';
import { PeopleList } from './people/PeopleList.tsx';
import { usePeople } from './people/person.ts';
import { Phone } from './phone/Phone.tsx';

type Side = 'people' | 'phone';

const edge = `1px solid ${tokens.colorNeutralStroke2}`;
const useStyles = makeStyles({
  screen: {
    height: '100%',
    display: 'grid',
    gridTemplateColumns: '288px 288px minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    '@media (max-width: 1279px)': {
      gridTemplateColumns: '300px minmax(0, 1fr)',
      gridTemplateRows: 'auto minmax(0, 1fr)',
    },
    '@media (max-width: 599px)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto auto minmax(0, 1fr)',
    },
  },
  lines: {
    minHeight: 0,
    overflowY: 'auto',
    padding: '12px',
    borderRight: edge,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    '@media (max-width: 1279px)': { maxHeight: '46vh', borderBottom: edge },
    '@media (max-width: 599px)': { borderRight: 'none' },
  },
  title: { margin: '0 4px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  people: {
    minHeight: 0,
    borderRight: edge,
    '@media (max-width: 1279px)': { gridColumn: '1', gridRow: '2' },
    '@media (max-width: 599px)': { gridRow: 'auto', borderRight: 'none' },
  },
  phone: {
    minHeight: 0,
    minWidth: 0,
    '@media (max-width: 1279px)': { gridColumn: '2', gridRow: '1 / span 2' },
    '@media (max-width: 599px)': { gridColumn: '1', gridRow: 'auto' },
  },
  wait: { height: '100%', backgroundColor: ext.canvas },
  sides: { padding: '8px 12px', borderBottom: edge },
  state: { padding: '24px' },
});

/** A simulated phone network on one page: its connections, the people on them, and the phone of one of them. */
export default function SandboxPage() {
  const t = useT();
  const styles = useStyles();
  const [address, setAddress] = useSearchParams();
  const { connections, error, refetch } = useSandboxConnections();
  const connection =
    connections?.find(({ id }) => String(id) === address.get('line')) ??
    connections?.find(({ paired }) => paired) ??
    connections?.[0];
  const choose = (change: Record<string, string>): void =>
    setAddress((known) => new URLSearchParams({ ...Object.fromEntries(known), ...change }), { replace: true });

  return (
    <Page title={t('manifest.title')} subtitle={<Subtitle />} bare>
      {error && !connections && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !connections && (
        <div className={styles.state}>
          <SkeletonRows rows={6} height={56} />
        </div>
      )}
      {connections?.length === 0 && <NoConnection />}
      {connections && connection && (
        <Network
          connections={connections}
          connection={connection}
          number={address.get('number') ?? undefined}
          onLine={(id) => choose({ line: String(id) })}
          onNumber={(number) => choose({ line: String(connection.id), number })}
        />
      )}
    </Page>
  );
}

function Subtitle() {
  const t = useT();
  const { touch } = useViewport();
  return touch ? null : t('page.subtitle');
}

interface NetworkProps {
  connections: readonly SandboxConnection[];
  connection: SandboxConnection;
  number: string | undefined;
  onLine(id: number): void;
  onNumber(number: string): void;
}

function Network({ connections, connection, number, onLine, onNumber }: NetworkProps) {
  const t = useT();
  const styles = useStyles();
  const { touch } = useViewport();
  const [side, setSide] = useState<Side>('people');
  const { people } = usePeople(connection.id);
  const person = people?.find((one) => one.number === number) ?? (touch ? undefined : people?.[0]);

  const linesPart = (
    <section className={styles.lines} aria-label={t('lines.title')}>
      <h2 className={styles.title}>{t('lines.title')}</h2>
      {connections.map((one) => (
        <ConnectionCard
          key={one.id}
          connection={one}
          isChosen={one.id === connection.id}
          onChoose={() => onLine(one.id)}
        />
      ))}
    </section>
  );
  const peoplePart = (
    <div className={styles.people}>
      <PeopleList
        connectionId={connection.id}
        chosen={person?.number}
        onChoose={(chosen) => {
          onNumber(chosen);
          setSide('phone');
        }}
      />
    </div>
  );
  const phonePart = (
    <div className={styles.phone}>
      {person ? (
        <Phone key={`${connection.id}/${person.number}`} connection={connection} person={person} />
      ) : (
        <div className={styles.wait}>
          <EmptyState title={t('phone.choose')} text={t('phone.chooseText')} />
        </div>
      )}
    </div>
  );

  if (!touch) {
    return (
      <div className={styles.screen}>
        {linesPart}
        {peoplePart}
        {phonePart}
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <div className={styles.sides}>
        <Segment<Side>
          label={t('page.sides')}
          value={side}
          onChange={setSide}
          options={[
            { value: 'people', label: t('people.title') },
            { value: 'phone', label: t('phone.title') },
          ]}
        />
      </div>
      {side === 'people' ? (
        <>
          {linesPart}
          {peoplePart}
        </>
      ) : (
        phonePart
      )}
    </div>
  );
}
