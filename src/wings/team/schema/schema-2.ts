/**
 * The second version of the schema: every field of the chunk record, and the notes of language models.
 *
 * A file is stored once for each content and notes (`notes_hash`, see `../pushed-notes.ts`), because the same content with another note
 * has other words and vectors. Files of the first version lack the new fields. They stay searchable, but under settings that no push
 * has, so the next push of their branch replaces them.
 */
export const schema2 = `
update codegrain.settings set chunker = 'schema 1: ' || chunker;
alter table codegrain.files
  add notes_hash text not null default '',
  add noted_count integer not null default 0,
  drop constraint files_repository_id_settings_id_path_content_hash_key,
  add unique (repository_id, settings_id, path, content_hash, notes_hash);
alter table codegrain.chunks
  add note text,
  add plain_hash text,
  add omitted text[] not null default '{}',
  add message_tokens integer,
  add token_method text,
  add token_accuracy text,
  add overlap_before integer not null default 0,
  add overlap_after integer not null default 0,
  add pieces jsonb,
  add start_message integer,
  add end_message integer,
  add speaker text,
  add strategy text,
  add sequence integer,
  add total integer,
  add fallback text,
  add extra jsonb not null default '{}',
  add check ((note is null) = (plain_hash is null));
-- Parents have a hash in their record too; the first version left it out.
do $do$
declare rule text;
begin
  for rule in select conname from pg_constraint where conrelid = 'codegrain.chunks'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%hash IS NULL%' and pg_get_constraintdef(oid) like '%chunk_type%' loop
    execute format('alter table codegrain.chunks drop constraint %I', rule);
  end loop;
end
$do$;
create view codegrain.records as
  select r.name as repository, b.name as branch, c.path, c.id, jsonb_strip_nulls(jsonb_build_object(
    'id', c.id, 'hash', c.hash, 'path', c.path, 'language', c.language, 'kind', c.kind, 'name', c.name, 'scope', c.scope,
    'startLine', c.start_line, 'endLine', c.end_line, 'start', c.start_offset, 'end', c.end_offset,
    'text', c.text, 'context', c.context, 'note', c.note, 'plainHash', c.plain_hash,
    'imports', c.imports, 'globals', c.globals, 'omitted', c.omitted, 'symbols', c.symbols,
    'tokens', jsonb_build_object('text', c.text_tokens, 'total', c.total_tokens, 'messages', c.message_tokens,
      'method', c.token_method, 'accuracy', c.token_accuracy),
    'role', c.chunk_type, 'strategy', c.strategy, 'sequence', c.sequence, 'total', c.total, 'parent', c.parent_chunk_id,
    'overlap', jsonb_build_object('before', c.overlap_before, 'after', c.overlap_after),
    'pieces', c.pieces, 'startMessage', c.start_message, 'endMessage', c.end_message, 'speaker', c.speaker,
    'fallback', c.fallback) || c.extra) as record
  from codegrain.branches b join codegrain.repositories r on r.id = b.repository_id
    join codegrain.branch_files l on l.branch_id = b.id join codegrain.chunks c on c.file_id = l.file_id;
`;
