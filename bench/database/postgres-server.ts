/** A PostgreSQL database for benchmarks and tests: the one in CODEGRAIN_TEST_DATABASE_URL, or PGlite behind a socket of this process. */
export async function openPostgres({
  withVector = true,
} = {}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const url = process.env.CODEGRAIN_TEST_DATABASE_URL;
  if (url) return { url, close: async () => {} };
  const { PGlite } = await import('@electric-sql/pglite');
  const { vector } = await import('@electric-sql/pglite-pgvector');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const db = await PGlite.create(withVector ? { extensions: { vector } } : {});
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 8 });
  await server.start();
  return {
    url: `postgresql://postgres:postgres@${server.getServerConn()}/postgres`,
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
}
