"""Chunks exported by Codegrain as LlamaIndex nodes, with their parents and, where they were exported, their vectors.

    codegrain export --out chunks.jsonl --embeddings
    pip install llama-index-core && python llamaindex_loader.py chunks.jsonl
"""

import json
import sys

from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

SHOWN = ("path", "startLine", "endLine", "language", "kind", "name")


def codegrain_nodes(file: str) -> list[TextNode]:
    """The searched chunks; each knows its parent."""
    nodes = []
    with open(file, encoding="utf-8", newline="\n") as lines:
        for record in map(json.loads, lines):
            if record["role"] == "parent":
                continue
            node = TextNode(
                id_=record["id"],
                text=record.get("context", "") + record["text"],
                metadata={key: record[key] for key in SHOWN},
                # The context says where the code stands already.
                excluded_embed_metadata_keys=list(SHOWN),
                embedding=record.get("embedding"),
            )
            if "parent" in record:
                node.relationships[NodeRelationship.PARENT] = RelatedNodeInfo(node_id=record["parent"])
            nodes.append(node)
    return nodes


if __name__ == "__main__":
    nodes = codegrain_nodes(sys.argv[1] if len(sys.argv) > 1 else "chunks.jsonl")
    with_parent = sum(NodeRelationship.PARENT in node.relationships for node in nodes)
    dimensions = len(nodes[0].embedding or []) if nodes else 0
    print(f"{len(nodes)} nodes, {with_parent} with a parent, vectors of {dimensions} dimensions")
