import React, { useState } from 'react';

const tones = { calm: '#acf', loud: '#f33' };

export function Button({ tone = 'calm', children, ...props }) {
  return (
    <button style={{ background: tones[tone] }} {...props}>
      {children}
    </button>
  );
}

export default function App() {
  const [items, setItems] = useState([]);
  return (
    <>
      <h1>Items: {items.length}</h1>
      {items.length === 0 ? <p>None &amp; nothing</p> : null}
      <ul>
        {items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
      <Button tone="loud" onClick={() => setItems([...items, `item ${items.length}`])}>
        Add
      </Button>
    </>
  );
}
