import type { PoolClient } from 'pg';

/**
 * Marks that somebody chose a password of their own: it is no longer required of them, and links sent before become
 * invalid.
 */
export async function ownPasswordChosen(client: PoolClient, userId: number): Promise<void> {
  await client.query(`delete from kernel.password_link where user_id = $1`, [userId]);
  await client.query(
    `update kernel."user" set invited_until = null, must_change_password = false
      where id = $1 and (invited_until is not null or must_change_password)`,
    [userId],
  );
}
