import {
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import {
  Chat20Regular,
  MoreHorizontal20Regular,
  PersonArrowRight20Regular,
  PersonQuestionMark20Regular,
} from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { mediaUrl, useFormat, useSession, useT } from '@balcao/sdk/client';
import { Avatar, IconButton, ext } from '@balcao/sdk/ui';
import type { PanelPerson } from '../../panel.ts';
import type { Counts } from '../model/board.ts';
import { onlineToday } from '../model/hours-online.ts';
import { isLongWait } from './Row.tsx';

const headHeight = 64;

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    boxSizing: 'border-box',
    height: `${headHeight}px`,
    flexShrink: 0,
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: `${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge} 0 0`,
  },
  unowned: { backgroundColor: ext.warnBg, paddingRight: '16px' },
  face: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '36px',
    height: '36px',
    borderRadius: '50%',
    backgroundColor: tokens.colorNeutralBackground1,
    color: ext.warn,
  },
  person: { display: 'flex', alignItems: 'center', gap: '12px', flexGrow: 1, minWidth: 0 },
  who: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
  name: {
    ...cut,
    margin: 0,
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  below: {
    ...cut,
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  numbers: { display: 'flex', flexDirection: 'column', alignItems: 'flex-end', flexShrink: 0 },
  total: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  warn: { color: ext.warn },
});

interface CardHeadProps {
  /** Undefined: the card of those without attendant. */
  person: PanelPerson | undefined;
  counts: Counts;
  now: number;
  onPass(): void;
}

export function CardHead({ person, counts, now, onPass }: CardHeadProps) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  if (!person) {
    const isLong = isLongWait(counts.oldestWaitAt, now);
    return (
      <header className={mergeClasses(styles.head, counts.total > 0 && styles.unowned)}>
        <span className={styles.face} aria-hidden="true">
          <PersonQuestionMark20Regular />
        </span>
        <span className={styles.who}>
          <h2 className={styles.name}>{t('card.nobody')}</h2>
          {counts.oldestWaitAt > 0 && (
            <span className={mergeClasses(styles.below, isLong && styles.warn)}>
              {t('card.longest', { time: format.elapsed(counts.oldestWaitAt) })}
            </span>
          )}
        </span>
        <span className={styles.numbers}>
          <span className={styles.total}>{format.number(counts.total)}</span>
          <span className={styles.below}>{t('card.waitingHere', { count: counts.total })}</span>
        </span>
      </header>
    );
  }
  return (
    <header className={styles.head}>
      <Presence person={person} now={now} />
      <span className={styles.numbers}>
        <span className={styles.total}>{format.number(counts.total)}</span>
        <span className={mergeClasses(styles.below, counts.waiting > 0 && styles.warn)}>
          {counts.waiting > 0 ? t('card.waiting', { count: counts.waiting }) : t('card.attending')}
        </span>
      </span>
      <CardMenu person={person} onPass={onPass} />
    </header>
  );
}

/** The face with its dot, the name, and since when the person is here or gone. */
function Presence({ person, now }: { person: PanelPerson; now: number }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const today = onlineToday(person, now, format.date);
  const hours = today ? t('card.hours', today) : t('card.noHours');
  const { online, lastOnline, name } = person;
  const isToday = lastOnline !== null && format.date(lastOnline) === format.date(now);
  const since = lastOnline !== null && (isToday ? format.clock(lastOnline) : format.dateTime(lastOnline));
  const away = since ? t('card.offlineSince', { time: since }) : t('card.never');
  return (
    <Tooltip content={`${hours}. ${t('card.hoursHelp')}`} relationship="description" withArrow>
      <span className={styles.person}>
        <Avatar
          name={name}
          picture={person.profilePicUrl && mediaUrl(person.profilePicUrl)}
          size={36}
          presence={online ? 'online' : 'offline'}
          decorative
        />
        <span className={styles.who}>
          <h2 className={styles.name} title={name}>
            {name}
          </h2>
          <span className={styles.below}>{online ? hours : away}</span>
        </span>
      </span>
    </Tooltip>
  );
}

function CardMenu({ person, onPass }: { person: PanelPerson; onPass(): void }) {
  const t = useT();
  const navigate = useNavigate();
  const { can } = useSession();
  return (
    <Menu hasIcons positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<MoreHorizontal20Regular />} label={t('card.more', { name: person.name })} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {!person.isVirtual && (
            <MenuItem icon={<PersonArrowRight20Regular />} onClick={onPass}>
              {t('card.pass')}
            </MenuItem>
          )}
          {can('tickets-manager:userall') && (
            <MenuItem icon={<Chat20Regular />} onClick={() => void navigate(`/tickets?users=${person.id}`)}>
              {t('card.inList')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
