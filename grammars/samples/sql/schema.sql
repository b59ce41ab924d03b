-- The shop's tables.
CREATE SCHEMA IF NOT EXISTS shop;
CREATE EXTENSION IF NOT EXISTS pgcrypto;

CREATE TYPE shop.status AS ENUM ('open', 'paid');

CREATE TABLE IF NOT EXISTS shop.customers (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email VARCHAR(255) NOT NULL UNIQUE,
  name TEXT DEFAULT 'unknown',
  created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()
);

/* Orders belong to customers. */
CREATE TABLE shop.orders (
  id SERIAL PRIMARY KEY,
  customer_id BIGINT NOT NULL REFERENCES shop.customers (id) ON DELETE CASCADE,
  total NUMERIC(10, 2) DEFAULT 0 CHECK (total >= 0),
  data JSONB
);

CREATE INDEX orders_by_customer ON shop.orders (customer_id, total DESC) WHERE total > 100;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS by_email ON shop.customers (lower(email));
ALTER TABLE shop.orders ADD COLUMN note TEXT;

CREATE OR REPLACE VIEW shop.totals AS
SELECT c.name, sum(o.total) AS total, count(*) FILTER (WHERE o.total > 10) AS big
FROM shop.customers AS c
LEFT JOIN shop.orders o ON o.customer_id = c.id
WHERE c.name IS NOT NULL AND c.email LIKE '%@example.com'
GROUP BY c.name
HAVING count(*) > 1
ORDER BY total DESC NULLS LAST
LIMIT 10 OFFSET 5;

CREATE FUNCTION shop.total_of(customer BIGINT) RETURNS NUMERIC
LANGUAGE sql
AS $$
  SELECT sum(total) FROM shop.orders WHERE customer_id = customer;
$$;

CREATE MATERIALIZED VIEW shop.daily AS SELECT date_trunc('day', created_at) AS day FROM shop.customers;

INSERT INTO shop.customers (email, name)
VALUES ('a@example.com', 'A'), ('b@example.com', NULL)
RETURNING id;

WITH RECURSIVE numbers (n) AS (
  SELECT 1
  UNION ALL
  SELECT n + 1 FROM numbers WHERE n < 10
)
SELECT n, CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END AS kind,
  row_number() OVER (PARTITION BY n % 2 ORDER BY n) AS position
FROM numbers
WHERE n BETWEEN 2 AND 9 AND n NOT IN (3, 4) OR EXISTS (SELECT 1 FROM shop.orders);

UPDATE shop.orders SET total = total * 1.1, note = 'raised' WHERE id IN (SELECT id FROM shop.orders WHERE total < 5);
DELETE FROM shop.orders WHERE data ->> 'state' = 'old';
BEGIN;
DROP TABLE IF EXISTS shop.old CASCADE;
COMMIT;
