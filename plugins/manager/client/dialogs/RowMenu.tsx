import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  Eye20Regular,
  History20Regular,
  Open20Regular,
  PersonArrowRight20Regular,
} from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useT } from '@balcao/sdk/client';
import { Kbd } from '@balcao/sdk/ui';
import { nobody } from '../../panel.ts';
import type { useHandOver } from '../data/useHandOver.ts';
import { usePanelTools, type MenuPlace } from '../page/panel-context.ts';

interface RowMenuProps {
  place: MenuPlace;
  onHandOver: ReturnType<typeof useHandOver>;
  onClose(): void;
}

/** Everything that can be done with a conversation, without opening it. */
export default function RowMenu({ place, onHandOver, onClose }: RowMenuProps) {
  const t = useT();
  const { actions, mayPeek } = usePanelTools();
  const { row, x, y } = place;
  const target = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  return (
    <Menu
      open
      hasIcons
      positioning={{ target, position: 'below', align: 'start' }}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<Open20Regular />} onClick={() => actions.open(row)}>
            {t('row.open')}
          </MenuItem>
          {mayPeek && (
            <MenuItem icon={<Eye20Regular />} secondaryContent={<Kbd keys="p" />} onClick={() => actions.peek(row)}>
              {t('row.peek')}
            </MenuItem>
          )}
          <MenuItem icon={<History20Regular />} onClick={() => actions.log(row)}>
            {t('row.log')}
          </MenuItem>
          <MenuDivider />
          <MenuItem
            icon={<PersonArrowRight20Regular />}
            secondaryContent={<Kbd keys="t" />}
            onClick={() => actions.assign(row)}
          >
            {t(row.userId === null ? 'row.assignTo' : 'row.handOverTo')}
          </MenuItem>
          {row.userId !== null && (
            <MenuItem
              icon={<ArrowUndo20Regular />}
              onClick={() => void onHandOver(row, { id: nobody, name: '', queueIds: [] })}
            >
              {t('row.return')}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
