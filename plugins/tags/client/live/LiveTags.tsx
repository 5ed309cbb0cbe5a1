import { queryClient, useRoom } from '@balcao/sdk/client';
import { tagsRoom, type Tag } from '../../contract.ts';
import { dropTag, putTag, tagKeys } from '../useTags.ts';
import { forgetTagUpdates, publishTag } from './tag-updates.ts';

/** Follows changes of tags on every page; renders nothing. */
export default function LiveTags() {
  useRoom(
    tagsRoom,
    {},
    {
      update({ tag }: { tag: Tag }) {
        publishTag(tag.id, tag);
        putTag(tag);
        void queryClient.invalidateQueries({ queryKey: tagKeys.pages });
      },
      delete({ tagId }: { tagId: number }) {
        publishTag(tagId, null);
        dropTag(tagId);
        void queryClient.invalidateQueries({ queryKey: tagKeys.pages });
      },
    },
    { queryKeys: [tagKeys.all], onJoined: forgetTagUpdates },
  );
  return null;
}
