import type { PoolClient } from 'pg';

/** Somebody chose a password of their own: they are no longer expected, and links sent before are good no more. */
export async function ownPasswordChosen(client: PoolClient, userId: number): Promise<void> {
  await client.query(`delete from kernel.password_link where user_id = $1`, [userId]);
  await client.query(
    `update kernel."user" set invited_until = null, must_change_password = false
      where id = $1 and (invited_until is not null or must_change_password)`,
    [userId],
  );
}
